import Foundation
import Glibc
import Testing

@testable import SubdialProcessSupport

/// Bursts of file events that are larger than the system's queue.
@Suite struct LostFileEventTests {
    /// While the engine stands still, one file fills the queue of events, and then another file is written: its event is lost, but not its value.
    @Test func aValueIsShownAlthoughItsEventIsLost() async throws {
        let queue = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func write(_ text: String, _ name: String) throws {
            let path = sandbox.path(name)
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        }
        for name in ["busy", "quiet"] {
            try write(
                """
                source: { file: \(sandbox.path("\(name).json")) }
                fields: { n: { type: number, sample: 1 } }
                feed: { text: "{{ n }}" }
                """, "t/\(name)/kind.yaml")
            try write(#"{"n": 1}"#, "\(name).json")
        }
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let feeds = try ["busy", "quiet"].map { try FeedFront(sandbox, ["feed", "--kind", $0], environment: environment) }
        defer { for feed in feeds { feed.stop() } }
        try await eventually("both values, not \(feeds.map(\.errors))") { feeds.allSatisfy { $0.last == "1" } }
        // The file is watched after it was read: a value that arrives shows that it is.
        try write(#"{"n": 2}"#, "quiet.json")
        try await eventually("the second value") { feeds[1].last == "2" }

        let engine = try await sandbox.engine()
        kill(engine.id, SIGSTOP)
        defer { kill(engine.id, SIGCONT) }
        let busy = open(sandbox.path("busy.json"), O_WRONLY)
        defer { close(busy) }
        // Two kinds of events in turn, because the system merges equal ones.
        for _ in 0..<(try #require(Int(queue)) * 3 / 4) {
            futimens(busy, nil)
            close(open(sandbox.path("busy.json"), O_WRONLY))
        }
        try write(#"{"n": 3}"#, "quiet.json")
        kill(engine.id, SIGCONT)
        try await eventually("the last value, not \(feeds[1].lines)") { feeds[1].last == "3" }
        // The watches were renewed.
        try write(#"{"n": 4}"#, "quiet.json")
        try await eventually("a later value") { feeds[1].last == "4" }
        try write(#"{"n": 5}"#, "busy.json")
        try await eventually("the other file's value") { feeds[0].last == "5" }
    }
}
