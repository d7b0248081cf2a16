import EpisodeStore
import Glibc

/// A process that uses a store as the tests of the store tell it:
///     edit PATH        does one scripted edit after the other and says each revision it made
///     hold PATH        holds the writer's lock and says so
///     upgrade PATH     opens it and says so
///     read PATH USER   becomes another user and says how many episodes it reads
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
do {
    switch arguments[1] {
    case "edit": try StoreProcess.edit(arguments[2])
    case "hold": try StoreProcess.hold(arguments[2])
    case "upgrade": try StoreProcess.upgrade(arguments[2])
    case "read":
        try StoreProcess.read(arguments[2], user: arguments.count > 3 ? arguments[3] : nil)
    default: exit(64)
    }
} catch {
    StoreProcess.say("error \(error)")
    exit(1)
}
