import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Bridges that exit, return with changes, are missing, or do not answer.
@Suite(.serialized) struct FeedBridgeLossTests {
    private static func zone(_ id: String, _ name: String, _ title: String, volume: Int) -> String {
        """
          - id: \(id)
            name: \(name)
            state: playing
            volume: { kind: number, value: \(volume) }
            queue:
              - { title: \(title), artist: Somebody, album: Many, length: 3000 }

        """
    }

    private func scenario(_ zones: [String], _ sandbox: Sandbox, _ name: String) throws -> String {
        let path = sandbox.path(name)
        try "description: Zones\n\nzones:\n\(zones.joined())".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// A zone by name, by id, and without either.
    @Test(arguments: ["Kitchen", "lms:00:04:20:12:ab:cd", nil] as [String?])
    func showsTheSameZoneOfABridgeThatComesBackWithItsZonesInAnotherOrder(_ named: String?) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let others = [
            Self.zone("roon:1601", "Living Room", "Elsewhere", volume: 3), Self.zone("roon:1602", "Office", "Elsewhere too", volume: 4),
        ]
        let kitchen = "lms:00:04:20:12:ab:cd"
        let first = try scenario([Self.zone(kitchen, "Kitchen", "Before", volume: 1)] + others, sandbox, "first.yaml")
        let second = try scenario(others.reversed() + [Self.zone(kitchen, "Kitchen", "After", volume: 2)], sandbox, "second.yaml")
        let (bridge, port) = try await sandbox.bridge(first)
        defer { bridge.stop() }
        var environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)"]
        environment["SUBDIAL_ZONE"] = named
        let feeds = try ["{{ title }}", "{{ zone }}"].map {
            try FeedFront(sandbox, ["feed", "--format", "waybar", "--text", $0], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        func text(_ feed: FeedFront) -> String? { feed.last.flatMap { try? JSONValue(parsing: $0)["text"]?.string } }
        try await eventually("the track before") { text(feeds[0]) == "Before" && text(feeds[1]) == "Kitchen" }
        bridge.stop()
        try await eventually("that it is old") { feeds.allSatisfy { $0.last?.contains("\"stale\"") == true } }
        #expect(feeds.map(text) == ["Before", "Kitchen"])

        let (again, _) = try await sandbox.bridge(second, port: port)
        defer { again.stop() }
        try await eventually("the track after") { text(feeds[0]) == "After" && feeds[1].last?.contains("\"stale\"") == false }
        #expect(feeds.map(text) == ["After", "Kitchen"])
        #expect(feeds.flatMap(\.lines).allSatisfy { !$0.contains("Elsewhere") && !$0.contains("Office") })
        #expect(feeds.allSatisfy { !$0.repeats })
    }

    /// The tooltip has the reason while the bridge is away, without the login of its address.
    @Test func theTooltipSaysWhyTheBridgeIsAway() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let scenario = try scenario([Self.zone("lms:1", "Kitchen", "Song", volume: 1)], sandbox, "zones.yaml")
        let (bridge, port) = try await sandbox.bridge(scenario)
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://me:secret@127.0.0.1:\(port)"]
        let feed = try FeedFront(sandbox, ["feed", "--format", "waybar"], environment: environment)
        defer { feed.stop() }
        func tooltip() -> String? { feed.last.flatMap { try? JSONValue(parsing: $0)["tooltip"]?.string } }
        try await eventually("the song") { tooltip()?.hasPrefix("Song\n") == true }
        #expect(tooltip()?.contains("No news") == false)
        bridge.stop()
        try await eventually("the reason") { tooltip()?.hasSuffix(": connection refused (http://127.0.0.1:\(port))") == true }
        #expect(tooltip()?.hasPrefix("Song\n") == true && tooltip()?.contains("\nNo news since ") == true)
        #expect(try sandbox.run("status", environment: environment).errors.contains("connection refused"))
        let (again, _) = try await sandbox.bridge(scenario, port: port)
        defer { again.stop() }
        try await eventually("the song without a reason") { tooltip()?.contains("No news") == false }
        #expect(feed.lines.allSatisfy { !$0.contains("secret") })
    }

    /// A port without a listener, and one that accepts connections and does not answer.
    @Test(arguments: [false, true])
    func saysAtOnceThatThereIsNothingYet(_ isSilent: Bool) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let placeholder = try SilentPort()
        let port = placeholder.port
        if !isSilent { placeholder.close() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let feed = try FeedFront(sandbox, ["feed", "--format", "json", "--text", "{{ title }}"], environment: environment)
        defer { feed.stop() }
        try await eventually("a first line") { feed.lines.count == 1 }
        let line = try JSONValue(parsing: try #require(feed.lines.first))
        #expect(line["connection"]?.string == "offline", "\(line)")
        #expect(line["text"]?.string == "")

        // A request without an answer takes three seconds; the line does not wait for it.
        if isSilent {
            let started = ContinuousClock.now
            let late = try FeedFront(sandbox, ["feed", "--format", "json", "--text", "{{ title }}"], environment: environment)
            defer { late.stop() }
            try await eventually("a first line of another") { late.lines.count == 1 }
            // The limit is 50 ms; here the line only has to come before the request is given up.
            #expect(started.duration(to: .now) < .seconds(3))
        }
        placeholder.close()
        let real = try scenario([Self.zone("lms:1", "Kitchen", "Here", volume: 1)], sandbox, "real.yaml")
        let (bridge, _) = try await sandbox.bridge(real, port: port)
        defer { bridge.stop() }
        try await eventually("the track") { feed.last.flatMap { try? JSONValue(parsing: $0)["text"]?.string } == "Here" }
        #expect(!feed.repeats)
        #expect(feed.errors == "")
    }
}

/// A port that accepts connections and never answers.
private final class SilentPort {
    private var socket: Int32
    let port: Int

    struct Refused: Error {}

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw Refused() }
    }

    func close() {
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
    }

    deinit { close() }
}
