// episodesd: reads the command line, wires the modules together, maps faults to exit codes.
import CommandLineKit
import SocketTransport

StandardStreams.prepare()
do throws(UsageError) {
    guard let arguments = try? ProcessArguments.read() else {
        throw UsageError("an argument is not valid UTF-8")
    }
    switch try serverCommands.parse(
        arguments: arguments,
        environment: ProcessArguments.environment(serverCommands.variables))
    {
    case .text(let text):
        try? StandardStreams.write(text, to: .output)
    case .command(let command):
        let options = command.command == "serve" ? try ServeOptions(command) : nil
        do throws(StartFailure) {
            switch command.command {
            case "backup": try StoreCare.backup(command)
            case "restore": try StoreCare.restore(command)
            case "check": try StoreCare.check(command)
            default: if let options { try Daemon.run(options) }
            }
        } catch {
            Log.line(error.message)
            ProcessArguments.end(error.exitCode.rawValue)
        }
    }
} catch {
    Log.line(error.message)
    ProcessArguments.end(ExitCode.usage.rawValue)
}
