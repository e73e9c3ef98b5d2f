import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The system calls of a feed, as `strace` reports them.
@Suite(.serialized, .enabled(if: Tool.has("strace"), "needs strace"))
struct FeedTraceTests {
    private struct Trace {
        let file: String

        private var calls: [String] {
            String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// True if the last call waits for events, and has not returned.
        var isAsleep: Bool { calls.last.map { $0.contains("poll(") && !$0.contains(" = ") } == true }
        /// The names of the calls since the first line was written.
        var namesAfterFirstLine: [Substring] { calls.drop { !$0.hasPrefix("write(1,") }.map { $0.prefix { $0 != "(" } } }
        /// The number of bytes of each write to stdout.
        var writes: [Int] {
            calls.filter { $0.contains("write(1,") || $0.contains("writev(1,") }.map { call in
                call.range(of: " = ", options: .backwards).flatMap { Int(call[$0.upperBound...]) } ?? -1
            }
        }
    }

    private func traced(
        _ arguments: [String], _ sandbox: Sandbox, _ environment: [String: String]
    ) throws -> (front: FeedFront, trace: Trace) {
        let trace = Trace(file: sandbox.path("trace-\(UUID().uuidString)"))
        let front = Sandbox.build.appending(path: "subdial").path
        // Child processes are not traced: an engine continues its work.
        let feed = try FeedFront(
            sandbox, ["-o", trace.file, front] + arguments, executable: Tool.path("strace"), environment: environment)
        return (feed, trace)
    }

    @Test func makesOneWriteForEachLine() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let count = 12
        let (bridge, port) = try await sandbox.bridge(try sandbox.scenario(tracks: count, every: 0.25, from: 2))
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        // More text than fits into a line, for formats with a tooltip.
        let filling = String(repeating: "&", count: 180)
        let tooltip = Array(repeating: filling, count: 20).joined(separator: "\n")
        let feeds = try FeedLoadTests.formats.map { format in
            let arguments = ["feed", "--format", format, "--text", "{{ title }} \(filling)", "--tooltip", tooltip]
            let (feed, trace) = try traced(arguments, sandbox, environment)
            return (format: format, feed: feed, trace: trace)
        }
        defer { for (_, feed, _) in feeds { feed.stop() } }
        try await eventually("the last track") { feeds.allSatisfy { $0.feed.last.flatMap(Sandbox.track) == count } }
        // A feed that shows seconds continues to write.
        for (_, feed, _) in feeds {
            feed.stop()
            try await eventually("the end of the output") { feed.hasEnded }
        }

        var longest = 0
        for (format, feed, trace) in feeds {
            var lengths = feed.lines.map { $0.utf8.count + 1 }
            if format == "i3bar" {
                // The header and the start of the list are written in one call.
                #expect(feed.lines.prefix(3).map { $0.prefix(11) } == ["{\"version\":", "[", "[]"])
                lengths = [lengths.prefix(3).reduce(0, +)] + lengths.dropFirst(3)
            }
            // The number of tracks that are combined into one line depends on the machine.
            #expect(lengths.count > 1, "\(format)")
            #expect(trace.writes == lengths, "\(format)")
            #expect(lengths.allSatisfy { $0 <= 4095 }, "\(format): \(lengths)")
            #expect(!feed.repeats, "\(format)")
            longest = max(longest, lengths.max() ?? 0)
        }
        #expect(longest > 3500, "a line was to be as long as any may be")
    }

    /// The engine reads what the line does not show, and the front sleeps until the line changes.
    @Test(arguments: [
        ("quiet", "Office", ["zones"], ["control", "play"]),
        ("steady", "Kitchen", ["control", "volume", "+1"], ["control", "next"]),
    ])
    func makesNoCallWhileNothingChanges(_ scenario: String, _ zone: String, _ unseen: [String], _ seen: [String]) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge(scenario)
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": zone]
        let (feed, trace) = try traced(["feed", "--format", "waybar", "--text", "{{ title }}"], sandbox, environment)
        defer { feed.stop() }
        try await eventually("a line") { feed.last.map { $0.contains("Left Halfway") || $0.contains("Kettle") } == true }
        try await eventually("a front that sleeps") { trace.isAsleep }
        for _ in 0..<3 { #expect(try sandbox.run(unseen, environment: environment).status == 0) }
        let before = feed.lines
        #expect(try sandbox.run(seen, environment: environment).status == 0)
        try await eventually("another line") { feed.lines.count > before.count && trace.isAsleep }
        // A front that wakes for anything but a line sleeps again without a write.
        let names = trace.namesAfterFirstLine
        #expect(zip(names, names.dropFirst()).allSatisfy { $0 == "write" || !$1.hasSuffix("poll") }, "\(names)")
        try await eventually("one write for each line") { trace.writes == feed.lines.map { $0.utf8.count + 1 } }
    }

    /// The next engine's first line equals the one that is already shown.
    @Test func doesNotWriteWhatIsThereAlready() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("steady")
        defer { bridge.stop() }
        let environment = ["SUBDIAL_BRIDGE": "http://127.0.0.1:\(port)", "SUBDIAL_ZONE": "Kitchen"]
        let (feed, trace) = try traced(["feed", "--text", "{{ title }}"], sandbox, environment)
        defer { feed.stop() }
        try await eventually("a line") { feed.last == "Kettle" }
        let writes = trace.writes.count
        kill(try await sandbox.engine().id, SIGKILL)
        let again = try FeedFront(sandbox, ["feed", "--text", "{{ title }}"], environment: environment)
        defer { again.stop() }
        try await eventually("a line from the next engine") { again.last == "Kettle" }
        #expect(try sandbox.run("control", "next", environment: environment).status == 0)
        try await eventually("the next track on both") { [feed, again].allSatisfy { $0.last == "Open Every Window" } }
        try await eventually("the call in the trace") { trace.writes.count > writes }
        #expect(trace.writes.count == writes + 1)
    }
}
