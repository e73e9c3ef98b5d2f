import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Many feeds on one engine.
@Suite(.serialized) struct FeedLoadTests {
    static let formats = ["plain", "waybar", "i3bar", "i3blocks", "polybar", "json", "pango", "xmobar"]

    @Test func sixteenFeedsShareOneEngineAndItsConnections() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]

        let alone = try FeedFront(sandbox, ["feed"], environment: environment)
        defer { alone.stop() }
        try await eventually("a line for the first feed") { alone.last?.contains("Kettle") == true }
        let engine = try await sandbox.engine()
        // One feed needs the event stream and one connection for requests, or two if they overlap.
        let few = 2...4
        try await eventually("the connections of one feed") { few.contains(engine.connections(toPort: port)) }

        let feeds = try (0..<16).map { number in
            try FeedFront(sandbox, ["feed", "--format", Self.formats[number % Self.formats.count]], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        try await eventually("a line for each feed") { feeds.allSatisfy { $0.last?.contains("Kettle") == true } }
        #expect(sandbox.engines == [engine])
        #expect(few.contains(engine.connections(toPort: port)))

        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the next track on each feed") { feeds.allSatisfy { $0.last?.contains("Open Every Window") == true } }
        #expect(few.contains(engine.connections(toPort: port)))
        #expect(sandbox.engines == [engine])
        for (feed, twin) in zip(feeds, feeds.dropFirst(Self.formats.count)) where !(feed.last ?? "").hasPrefix("{\"text\":") {
            #expect(feed.last == twin.last)
        }
        #expect(feeds.allSatisfy { !$0.repeats })
    }

    /// The memory, descriptors and child processes of an engine under the load of sixteen feeds.
    @Test func anEngineUnderLoadKeepsItsSize() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("living-room", more: ["--speed", "60"])
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)"]
        let feeds = try (0..<16).map { number in
            try FeedFront(sandbox, ["feed", "--format", Self.formats[number % Self.formats.count]], environment: environment)
        }
        defer { for feed in feeds { feed.stop() } }
        var lines: Int { feeds.map(\.lines.count).reduce(0, +) }
        try await eventually("lines on each feed") { feeds.allSatisfy { $0.lines.count > 3 } && lines > 150 }
        let engine = try await sandbox.engine()
        let (memory, descriptors) = (engine.ownKilobytes, engine.descriptors.count)
        let (before, sum) = (feeds.map(\.lines.count), lines)
        try await eventually("many more lines") {
            #expect(engine.children.filter { $0.state == "Z" }.isEmpty)
            return lines > sum + 300 && zip(feeds, before).allSatisfy { $0.lines.count > $1 }
        }
        #expect(sandbox.engines == [engine])
        #expect(memory > 0 && engine.ownKilobytes < memory + 4096, "\(memory) KiB grew to \(engine.ownKilobytes)")
        // The number of connections varies, but must not grow with the number of feeds.
        #expect(engine.descriptors.count <= descriptors + 4, "\(descriptors) grew to \(engine.descriptors)")
        #expect(feeds.allSatisfy { !$0.repeats })
    }

    @Test func aFeedThatIsNotReadHoldsUpNobodyAndEndsAtTheNewest() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let count = 80
        let (bridge, port) = try await sandbox.bridge(try sandbox.scenario(tracks: count, from: 2))
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        // The lines are long, so that a few fill pipe and socket: each of these characters is five bytes of markup.
        let filling = String(repeating: "&", count: 180)
        let arguments = ["feed", "--format", "waybar", "--text", "{{ title }} \(filling)", "--tooltip", filling]
        let other = try FeedFront(sandbox, arguments, environment: environment)
        defer { other.stop() }
        let stuck = try FeedFront(sandbox, arguments, environment: environment, isRead: false)
        defer { stuck.stop() }
        // F_SETPIPE_SZ, which exists only on Linux: one page.
        #expect(fcntl(stuck.descriptor, 1031, 4096) == 4096)
        try await eventually("the last track on the feed that is read") { other.last.flatMap(Sandbox.track) == count }
        #expect(other.lines.count > count / 2, "\(other.lines.count)")
        #expect(other.last.map { $0.utf8.count > 1800 } == true)

        stuck.startReading()
        try await eventually("the last track on the feed that was not read") { stuck.last.flatMap(Sandbox.track) == count }
        #expect(stuck.lines.count < other.lines.count * 2 / 3, "\(stuck.lines.count) of \(other.lines.count)")
        let tracks = stuck.lines.compactMap(Sandbox.track)
        #expect(tracks == tracks.sorted() && Set(tracks).count == tracks.count)
    }
}
