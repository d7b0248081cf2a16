// Purpose: the notification protocol of sd_notify(3), up to the datagram that arrives.
import Foundation
import RPCCore
import TestSupport
import Testing

@testable import SocketTransport

struct ServiceNotifierTests {
    private let now = MonotonicTime(nanoseconds: 12_345_678_901)

    @Test func `messages are the lines that the protocol asks for`() {
        #expect(
            ServiceNotifier.message(.ready(status: "3 rows"), now: now)
                == "READY=1\nSTATUS=3 rows\n")
        #expect(
            ServiceNotifier.message(.reloading, now: now)
                == "RELOADING=1\nMONOTONIC_USEC=12345678\n")
        #expect(
            ServiceNotifier.message(.stopping(status: "a\nREADY=0\r\nb"), now: now)
                == "STOPPING=1\nSTATUS=a READY=0 b\n")
        #expect(ServiceNotifier.message(.alive, now: now) == "WATCHDOG=1\n")
    }

    @Test(arguments: [false, true])
    func `a message arrives as one datagram`(isAbstract: Bool) throws {
        let name = "episodes-notify-\(UInt32.random(in: 0 ... .max))"
        let inbox = try DatagramInbox(
            path: isAbstract ? "@" + name : NSTemporaryDirectory() + "/" + name)
        let notifier = try ServiceNotifier(environment: ["NOTIFY_SOCKET": inbox.name])
        notifier.tell(.ready(status: "Grüße"))
        notifier.tell(.alive)
        #expect(inbox.next() == "READY=1\nSTATUS=Grüße\n")
        #expect(inbox.next() == "WATCHDOG=1\n")
    }

    @Test func `nobody is told when nobody asked, or when nobody listens`() throws {
        let silent = try ServiceNotifier(environment: ["WATCHDOG_USEC": "1000000"])
        #expect(silent.aliveIntervalMilliseconds == nil)
        silent.tell(.alive)
        try ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nonexistent/socket"]).tell(.alive)
    }

    @Test func `a busy manager does not hold up a sign of life`() throws {
        let inbox = try DatagramInbox(path: "@episodes-full-\(UInt32.random(in: 0 ... .max))")
        let notifier = try ServiceNotifier(environment: ["NOTIFY_SOCKET": inbox.name])
        // Far more than the queue of a datagram socket takes.
        for _ in 0..<5_000 { notifier.tell(.alive) }
        #expect(inbox.next() == "WATCHDOG=1\n")
    }

    @Test func `half of the manager's patience, when it is meant for this process`() throws {
        func interval(_ more: [String: String]) throws -> Int64? {
            let environment = ["NOTIFY_SOCKET": "@x"].merging(more) { $1 }
            return try ServiceNotifier(environment: environment, processID: 77)
                .aliveIntervalMilliseconds
        }
        #expect(try interval([:]) == nil)
        #expect(try interval(["WATCHDOG_USEC": "30000000"]) == 15_000)
        #expect(try interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "77"]) == 15_000)
        #expect(try interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "78"]) == nil)
        #expect(try interval(["WATCHDOG_USEC": "1"]) == 1)
        #expect(try interval(["WATCHDOG_USEC": "junk", "WATCHDOG_PID": "78"]) == nil)
    }

    @Test(arguments: [
        ["NOTIFY_SOCKET": "relative"], ["NOTIFY_SOCKET": "/"], ["NOTIFY_SOCKET": "vsock:2:1"],
        ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 107)],
        ["NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "junk"],
        ["NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "0"],
    ])
    func `a variable that cannot work is refused by name`(environment: [String: String]) {
        let error = #expect(throws: TransportError.self) {
            try ServiceNotifier(environment: environment)
        }
        let name = environment["WATCHDOG_USEC"] == nil ? "NOTIFY_SOCKET" : "WATCHDOG_USEC"
        #expect(error?.message.hasPrefix(name) == true)
    }
}
