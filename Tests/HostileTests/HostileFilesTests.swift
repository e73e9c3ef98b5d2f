import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Special files, and files that grow without end, as sources of messages and pictures.
@Suite(.serialized) struct HostileFilesTests {
    private static let message = #"{"type":"now_playing","title":"So What","status":"playing"}"#

    /// The share of one processor that an engine uses during a time without events.
    private func load(of engine: ProcessProbe) async throws -> Double {
        let (start, before) = (ContinuousClock.now, engine.processorSeconds)
        // The share is measured over time, so the time has to pass.
        try await Task.sleep(for: .seconds(1))
        return (engine.processorSeconds - before) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// A FIFO before its first writer, with one, and after each has left: an engine that polls without a pause uses a whole processor.
    @Test func waitingForWritersCostsNothing() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let fifo = sandbox.path("now.fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let feed = try FeedFront(sandbox, ["feed", "--source", "file:\(fifo)", "--text", "{{ title }}"])
        defer { feed.stop() }
        try await eventually("a first line") { !feed.lines.isEmpty }
        let engine = try await sandbox.engine()
        #expect(try await load(of: engine) < 0.3)
        for round in 1...2 {
            let writer = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            try #require(writer >= 0)
            let text = Self.message.replacingOccurrences(of: "So What", with: "Round \(round)") + "\n"
            #expect(write(writer, text, text.utf8.count) == text.utf8.count)
            try await eventually("round \(round)") { feed.last == "Round \(round)" }
            close(writer)
            #expect(try await load(of: engine) < 0.3)
        }
    }

    /// A device or a folder that replaces the file while the feed is running.
    @Test(arguments: ["/dev/zero", "/dev/null", "/tmp"])
    func aLinkToNoFileIsNotRead(_ target: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = sandbox.path("now.jsonl")
        try (Self.message + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let feed = try FeedFront(sandbox, ["feed", "--source", "file:\(path)", "--text", "{{ title }}"])
        defer { feed.stop() }
        try await eventually("a line") { feed.last == "So What" }
        let engine = try await sandbox.engine()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try await Innocent.with(sandbox) { try await $0.expectService() }
        #expect(try await load(of: engine) < 0.3)
        #expect(engine.residentKilobytes < 500_000)
        #expect(sandbox.engines == [engine])
    }

    /// A program that writes without a pause: lines, or one endless line.
    ///
    /// A feed that reads its own standard input is a separate process.
    @Test(arguments: ["yes '\(message)'", "tr '\\0' x < /dev/zero"])
    func aFloodTakesNoMemoryAndEndsWithItsReader(_ program: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let flood = try FeedFront(sandbox, shell: "\(program) 2> /dev/null | \"$0\" feed --source file:- --text '{{ title }}'")
        defer { flood.stop() }
        func feed() -> ProcessProbe? { ProcessProbe(id: flood.processID).children.first { $0.arguments.contains("file:-") } }
        try await eventually("the feed") { feed() != nil }
        try await Innocent.with(sandbox) { try await $0.expectService() }
        let probe = try #require(feed())
        // The feed uses as much processor time again as so far, but no more memory.
        let (used, memory) = (probe.processorSeconds, probe.residentKilobytes)
        try await eventually("more of the flood") { probe.processorSeconds > used + 2 }
        #expect(probe.residentKilobytes < memory + 50_000)
        if program.hasPrefix("yes") { try await eventually("a line") { flood.last == "So What" } }
    }

    /// Sixteen sizes of one picture with the maximum permitted cost, and of one that exceeds every limit.
    @Test(arguments: [(3000, 3000, 71, true), (7000, 7000, 14, false), (60_000, 60_000, 1, false)])
    func costlyPicturesHoldUpNobody(_ width: Int, _ height: Int, _ scans: Int, _ isDrawn: Bool) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try Data(ScanBomb.picture(width: width, height: height, scans: scans)).write(to: URL(filePath: sandbox.path("bomb.jpg")))
        let message = #"{"type":"now_playing","title":"Bomb","status":"playing","artwork":"bomb.jpg"}"#
        try (message + "\n").write(toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        try await Innocent.with(sandbox) { innocent in
            let engine = try await sandbox.engine()
            let feeds = try (1...16).map { number in
                try FeedFront(
                    sandbox,
                    ["feed", "--source", "file:\(sandbox.path("now.jsonl"))", "--text", "{{ title }}", "--art", "\(number).png"]
                        + ["--art-size", "\(number * 30)"])
            }
            defer { for feed in feeds { feed.stop() } }
            try await eventually("sixteen lines") { feeds.allSatisfy { $0.last == "Bomb" } }
            try await innocent.expectService()
            if isDrawn {
                // One cover is enough: the other jobs end with their fronts.
                try await eventually("a cover") { (1...16).contains { FileManager.default.fileExists(atPath: sandbox.path("\($0).png")) } }
            }
            for feed in feeds { feed.stop() }
            try await innocent.expectService()
            #expect(sandbox.engines == [engine])
            #expect(engine.residentKilobytes < 800_000)
        }
    }
}
