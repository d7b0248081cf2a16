import CommandLineKit
import LoadReport
import LoadTransport
import SocketTransport

/// Where a load goes, and from which machine.
enum BenchTarget {
    static func make(_ plan: TargetPlan, _ settings: Settings) throws(Failure) -> LoadTarget {
        do throws(TransportError) {
            return LoadTarget(
                address: try SocketAddress.parse(settings.server),
                wireProtocol: plan.wireProtocol,
                connectTimeoutMilliseconds: settings.timeoutMilliseconds)
        } catch {
            throw Failure(error)
        }
    }

    static var machine: RunDocument.Machine {
        var machine = RunDocument.Machine()
        machine.system = MachineDescription.system
        machine.processor = MachineDescription.processor
        machine.processorCount = Processors.availableCount
        return machine
    }
}
