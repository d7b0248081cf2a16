// Prints the titles that match some words, newest first:
//     swift run --package-path tools/examples/client titles 127.0.0.1:50051 map
import EpisodeClient

let words = CommandLine.arguments.dropFirst()
if let address = words.first {
    let client = try await EpisodeClient.connect(to: address)
    var request = ListEpisodesRequest()
    request.query = words.dropFirst().joined(separator: " ")
    request.readMask = ["name"]
    for try await page in client.pages(request) {
        for episode in page.episodes { print(episode.name) }
    }
} else {
    print("usage: titles ADDRESS [WORD]...")
}
