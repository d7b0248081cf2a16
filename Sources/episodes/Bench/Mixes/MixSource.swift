import CommandLineKit
import EpisodeProtocol
import LoadGenerator

/// The requests of a load.
enum MixSource {
    struct Loaded {
        var mix: RequestMix
        /// What reports call it.
        var name: String
    }

    static func load() throws(Failure) -> Loaded {
        var request = ListEpisodesRequest()
        request.sort = "-popularity"
        request.pageSize = 20
        let entry = MixEntry(
            service: "episodes.v1.EpisodeService", method: "ListEpisodes",
            payload: MessageCoding.encode(request))
        guard let mix = RequestMix([entry]) else {
            throw Failure(.internalError, status: "MIX", message: "the built-in mix is empty")
        }
        return Loaded(mix: mix, name: "first page by popularity")
    }
}
