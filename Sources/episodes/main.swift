import CommandLineKit
import SocketTransport

ProcessArguments.end(await Program.run().rawValue)
