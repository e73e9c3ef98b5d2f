import Foundation
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of messages on standard input, with real pipes.
@Suite struct MessageStandardInputTests {
    /// A pipe as standard input, with its write end.
    final class Pipe {
        let source: MessageFileSource
        let log = MessageLog()
        private let reading: Int32
        private var writing: Int32

        init(limits: MessageLimits = MessageLimits()) throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            source = try MessageStandardInputTests.source(ends[0], log, limits)
        }

        deinit {
            end()
            close(reading)
        }

        func write(_ text: String) throws { try MessageDen.write(Array(text.utf8), to: writing) }

        func end() {
            if writing >= 0 { close(writing) }
            writing = -1
        }
    }

    private static func source(
        _ descriptor: Int32, _ log: MessageLog, _ limits: MessageLimits = MessageLimits()
    ) throws -> MessageFileSource {
        MessageFileSource(try MessageFileAddress("file:-"), limits: limits, logger: log.logger, standardInput: descriptor)
    }

    private let zone = ZoneID("file:-")

    @Test func isFollowedToItsEnd() async throws {
        let pipe = try Pipe()
        let log = MPDPushLog(pipe.source.pushes(of: zone))
        try await eventually("it is open") { log.last?.connection == .live }
        try pipe.write(MessageDen.line("A", 1, more: #","artwork":"a.png""#) + String(MessageDen.line("B", 0).dropLast()))
        try await eventually("the first line") { log.last?.track??.title == "A" }
        var listed = Zone(id: zone, name: "standard input", source: "file", status: .playing)
        listed.hasTrack = true
        #expect(try await pipe.source.zones() == [listed])
        try pipe.write("\n" + String(MessageDen.line("C", 2).dropLast()))
        #expect(try await pipe.source.read(zone).track??.title == "A")
        #expect(!pipe.source.isOver(zone))
        pipe.end()
        try await eventually("the streams end") { log.isOver }
        #expect(log.last?.track??.title == "C")
        // No more messages can come, so that the state is final.
        #expect(log.last?.connection == .live)
        #expect(try await pipe.source.read(zone).connection == .live)
        #expect(try await pipe.source.read(zone).track??.title == "C")
        #expect(pipe.source.isOver(zone))
        let late = MPDPushLog(pipe.source.pushes(of: zone))
        try await eventually("a late reader is told, and let go") { late.isOver && late.last?.track??.title == "C" }
        #expect(await pipe.source.refusal(of: .play, in: zone) == "what standard input tells of cannot be controlled")
        await #expect(throws: SourceError.self) { try await pipe.source.perform(.play, in: zone, showing: nil) }
    }

    /// Other processes share it: its blocking mode does not change.
    @Test func staysAsItIs() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let source = try Self.source(ends[0], MessageLog())
        try MessageDen.write(Array(MessageDen.line("A", 1).utf8), to: ends[1])
        #expect(try await source.read(zone).track??.title == "A")
        #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0)
    }

    /// A request before the first message is completed by it.
    @Test(arguments: [nil, "Küche"]) func answersWithItsFirstMessage(name: String?) async throws {
        let pipe = try Pipe()
        let source = pipe.source
        async let zones = source.zones()
        async let reading = source.read(zone)
        let log = MPDPushLog(source.pushes(of: zone))
        try await eventually("it is open") { log.last?.connection == .live }
        try pipe.write("nonsense\n" + MessageDen.line("A", 1, zone: name) + MessageDen.line("B", 2, zone: name))
        #expect(try await zones.map(\.name) == [name ?? "standard input"])
        // The zone without a name stands for the one with a name.
        #expect(try await reading.track??.title == "B")
        #expect(try await reading.name == name ?? "standard input")
        try await eventually("it is pushed") { log.last?.track??.title == "B" }
    }

    @Test func whatWasWrittenBeforeItEndedCounts() async throws {
        for _ in 0..<20 {
            let pipe = try Pipe()
            try pipe.write(MessageDen.line("A", 1) + "nonsense\n" + MessageDen.line("B", 2))
            pipe.end()
            #expect(try await pipe.source.zones().count == 1)
            #expect(try await pipe.source.read(zone).track??.title == "B")
            #expect(try await pipe.source.read(zone).connection == .live)
        }
    }

    @Test(arguments: [
        ("", ": it was empty"), ("\n \n", ": it was empty"), ("x\ny\n", "; line 1: it is no JSON object"),
        (#"{"type":"x"}"#, "; line 1: 'type' is 'x', not one of 'now_playing'"),
    ])
    func anEndWithoutAMessageIsAnError(text: String, reason: String) async throws {
        let pipe = try Pipe()
        try pipe.write(text)
        pipe.end()
        let error = await #expect(throws: SourceError.self) { try await pipe.source.zones() }
        #expect(error?.description.contains("standard input has ended without a message\(reason)") == true, "\(error as Any)")
        await #expect(throws: SourceError.self) { try await pipe.source.read(zone) }
        let log = MPDPushLog(pipe.source.pushes(of: zone))
        try await eventually("the stream ends") { log.isOver }
        #expect(log.last?.connection == .offline)
    }

    @Test func aRegularFileIsReadToItsEnd() async throws {
        let den = try MessageDen()
        try den.append((0..<3000).map { MessageDen.line("T\($0)", Double($0)) }.joined())
        let descriptor = open(den.path(), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(try await Self.source(descriptor, den.log).read(zone).track??.title == "T2999")
    }

    @Test func whatCannotBeReadIsRefused() async throws {
        let folder = open("/tmp", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        defer { close(folder) }
        for (descriptor, reason) in [(folder, "it is a directory"), (-1, "this process has no standard input")] {
            let source = try Self.source(descriptor, MessageLog())
            let error = await #expect(throws: SourceError.self) { try await source.read(zone) }
            #expect(error?.description.contains(reason) == true, "\(error as Any)")
        }
    }

    /// A writer that is faster than the reader does not delay other requests.
    @Test func questionsAreAnsweredWhileItNeverRests() async throws {
        var limits = MessageLimits()
        limits.round = 64 << 10
        let pipe = try Pipe(limits: limits)
        let flood = Task.detached {
            var step = 0.0
            while !Task.isCancelled {
                try pipe.write((0..<100).map { MessageDen.line("T", step + Double($0)) }.joined())
                step += 100
            }
        }
        defer { flood.cancel() }
        for _ in 0..<3 { #expect(try await pipe.source.read(zone).track??.title == "T") }
        flood.cancel()
        _ = await flood.result
    }
}
