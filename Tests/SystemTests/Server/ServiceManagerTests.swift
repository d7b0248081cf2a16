import Foundation
import TestSupport
import Testing

/// The server under a service manager: readiness, reloads, watchdog and passed sockets, against a
/// real notification socket and, where it is installed, systemd's own tools.
@Suite(.timeLimit(.minutes(3)))
struct ServiceManagerTests {
    private func inbox() throws -> DatagramInbox {
        try DatagramInbox(path: NSTemporaryDirectory() + "/notify-\(UUID().uuidString.prefix(8))")
    }

    @Test func `start, reload and end are told in order`() throws {
        let file = try TemporaryFile(named: "catalog.json", text: #"[{"id": 1, "name": "One"}]"#)
        let manager = try inbox()
        let server = try ServerProcess(
            catalog: file.path, environment: ["NOTIFY_SOCKET": manager.name])
        #expect(manager.next() == "READY=1\nSTATUS=serving 1 episodes at revision 1\n")
        server.signal(SIGHUP)
        let reloading = try #require(manager.next())
        #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        let moment = Int(reloading.filter(\.isNumber).dropFirst()) ?? 0
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        #expect(moment > 0 && moment <= now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)
        #expect(manager.next() == "READY=1\nSTATUS=serving 1 episodes at revision 2\n")
        try Data("[".utf8).write(to: file.url)
        server.signal(SIGHUP)
        #expect(manager.next()?.hasPrefix("RELOADING=1\n") == true)
        let after = try #require(manager.next())
        #expect(after.hasPrefix("READY=1\nSTATUS="))
        #expect(after.contains("the catalogue stays as it is"))
        server.signal(SIGTERM)
        #expect(manager.next()?.hasPrefix("STOPPING=1\n") == true)
        #expect(server.waitForExit() == 0)
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `the watchdog is fed while the loops turn`(readiness: String) throws {
        let manager = try inbox()
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness, "--loops", "2"],
            environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "40000"])
        var fed = 0
        _ = manager.messages { message in
            if message == "WATCHDOG=1\n" { fed += 1 }
            return fed == 10
        }
        #expect(fed == 10)
        // A process that stands still does not feed it.
        server.signal(SIGSTOP)
        usleep(100_000)
        while manager.next(timeoutMilliseconds: 1) != nil {}
        #expect(manager.next(timeoutMilliseconds: 300) == nil)
        server.signal(SIGCONT)
        #expect(manager.next() == "WATCHDOG=1\n")
    }

    @Test func `a watchdog meant for another process is not fed`() throws {
        let manager = try inbox()
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            environment: [
                "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "10000", "WATCHDOG_PID": "1",
            ])
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        #expect(manager.next(timeoutMilliseconds: 200) == nil)
        #expect(server.process.isRunning)
    }

    @Test func `a notification socket that cannot be is a warning, not a failure`() throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, environment: ["NOTIFY_SOCKET": "relative/path"])
        #expect(server.errorText.contains("NOTIFY_SOCKET"))
        #expect(try Program.episodes(["health"], server: server).status == 0)
    }

    private static let activator = Program.find("systemd-socket-activate")

    /// Runs the server by systemd's tool, which opens the socket named "web" on this address. The
    /// shell stands between because the tool closes what Foundation knows a child's life by.
    private func activated(_ address: String, _ flags: [String]) throws -> ServerProcess {
        try ServerProcess(
            catalog: Program.sampleCatalog, listen: [], flags,
            through: [
                "/bin/sh", "-c", "setpriv --pdeathsig KILL \"$@\"; exit", "sh",
                try #require(Self.activator).path, "--listen=\(address)", "--fdname=web",
            ])
    }

    /// A port nobody listens on just now.
    private func freePort() throws -> String {
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        defer { server.signal(SIGKILL) }
        return server.address
    }

    @Test(
        .enabled(if: activator != nil, "needs systemd-socket-activate (Debian package systemd)"),
        arguments: [[], ["--listen", "systemd"], ["--listen", "systemd:web"]])
    func `sockets that systemd opened are served`(flags: [String]) throws {
        let address = try freePort()
        // The program starts with the first connection, so one must wait for it.
        let thread = Thread {
            for _ in 0..<2_000 {
                if let client = try? RawConnection(to: address) {
                    client.send(Wire.listRequest(stream: 1))
                    if client.readFrame()?.statusCode == 0 { return }
                }
                usleep(10_000)
            }
        }
        thread.start()
        let server = try activated(address, flags)
        #expect(server.addresses == [address])
        #expect(try Program.episodes(["health"], server: server).status == 0)
        for _ in 0..<2_000 where thread.isExecuting { usleep(5_000) }
        #expect(!thread.isExecuting, "the client that woke the server was not answered")
    }

    @Test(
        .enabled(if: activator != nil, "needs systemd-socket-activate (Debian package systemd)"),
        arguments: [
            (["--listen", "systemd:other"], "web"), (["--listen", "127.0.0.1:0"], "systemd"),
        ])
    func `a passed socket that nobody takes, or none of that name, is refused`(
        flags: [String], mention: String
    ) throws {
        let address = try freePort()
        let thread = Thread {
            for _ in 0..<2_000 {
                if let client = try? RawConnection(to: address) {
                    _ = client.readFrame()
                    return
                }
                usleep(10_000)
            }
        }
        thread.start()
        let error = #expect(throws: ServerProcess.StartFailure.self) {
            try activated(address, flags)
        }
        #expect(error?.description.contains(mention) == true, "\(error?.description ?? "")")
    }

    private static let analyzer = Program.find("systemd-analyze")

    @Test(.enabled(if: analyzer != nil, "needs systemd-analyze (Debian package systemd)"))
    func `the unit files are clean`() throws {
        let folder = try TemporaryFile(named: "marker")
        let target = folder.url.deletingLastPathComponent()
        let source = Program.root.appendingPathComponent("tools/systemd")
        for name in ["episodesd.service", "episodesd.socket"] {
            let text = try String(contentsOf: source.appendingPathComponent(name), encoding: .utf8)
            try text.replacingOccurrences(
                of: "/usr/local/bin/episodesd", with: Program.url("episodesd").path
            ).write(to: target.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let result = try Program.run(
            try #require(Self.analyzer),
            ["verify", "--man=no"]
                + ["episodesd.service", "episodesd.socket"].map {
                    target.appendingPathComponent($0).path
                })
        #expect(result.status == 0)
        #expect(!result.errors.contains("episodesd."), "\(result.errors)")
    }
}
