import Foundation
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests with real files and FIFOs.
@Suite struct MessageFileTests {
    private func title(_ source: MessageFileSource) async throws -> String? {
        try await source.read(source.address.zone(nil)).track??.title
    }

    @Test func readsWhatIsThere() async throws {
        let den = try MessageDen()
        try den.append(
            MessageDen.line("Old", 1) + "\n  \r\n"
                + MessageDen.line("New", 2, more: #","artist":"Ada","length":60,"position":3,"status":"paused","volume":40,"muted":true"#)
                + MessageDen.line("Late", 1.5) + MessageDen.line("Other", 1, zone: "Küche"))
        let source = try den.source()
        #expect(try await source.zones().map(\.name) == ["Küche", "now"])
        let zone = source.address.zone(nil)
        let reading = try await source.read(zone)
        #expect(reading.track == .some(Track(title: "New", artist: "Ada", length: 60)))
        #expect(reading.status == .paused)
        #expect(reading.position??.seconds == 3)
        #expect(reading.volumeValue == 40)
        #expect(reading.isMuted == true)
        #expect(reading.connection == .live)
        #expect(reading.source == "file")
        let kitchen = try await source.read(source.address.zone("Küche"))
        #expect(kitchen.track??.title == "Other")
        #expect(kitchen.name == "Küche")
        #expect(kitchen.volumeScale == .some(nil))
        await #expect(throws: SourceError.zoneMissing("file:x", known: ["Küche", "now"])) { try await source.read(ZoneID("file:x")) }
        #expect(den.log.texts == [])
    }

    @Test func followsTheFile() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let zone = source.address.zone(nil)
        let log = MPDPushLog(source.pushes(of: zone))
        try await eventually("nothing is there") { log.last?.connection == .offline }
        let error = await #expect(throws: SourceError.self) { try await source.read(zone) }
        #expect(error?.isPassing == true)
        // No requests from here on: changes must be noticed.
        try den.append(MessageDen.line("First", 1))
        try await eventually("the first") { log.last?.track??.title == "First" && log.last?.connection == .live }
        try den.append(MessageDen.line("Second", 2) + MessageDen.line("Third", 3))
        try await eventually("the third") { log.last?.track??.title == "Third" }
        // A line is complete only with its line end.
        let line = MessageDen.line("Fourth", 4)
        try den.append(String(line.prefix(20)))
        #expect(try await title(source) == "Third")
        try den.append(String(line.dropFirst(20)))
        try await eventually("the fourth") { log.last?.track??.title == "Fourth" }
        // Rewritten and shorter; half a line is lost.
        try den.append("{\"half")
        #expect(try await title(source) == "Fourth")
        try den.rewrite(MessageDen.line("Fifth", 5))
        try await eventually("the fifth") { log.last?.track??.title == "Fifth" }
        // Replaced by another file.
        try den.append(MessageDen.line("Sixth", 6), to: "new")
        try #require(rename(den.path("new"), den.path()) == 0)
        try await eventually("the sixth") { log.last?.track??.title == "Sixth" }
        try den.append(MessageDen.line("Seventh", 7))
        try await eventually("the seventh") { log.last?.track??.title == "Seventh" }
        // Removed and created again.
        unlink(den.path())
        try await eventually("it has gone") { log.last?.connection == .stale }
        #expect(try await source.read(zone).connection == .stale)
        #expect(try await title(source) == "Seventh")
        try den.append(MessageDen.line("Eighth", 8))
        try await eventually("the eighth") { log.last?.track??.title == "Eighth" && log.last?.connection == .live }
        #expect(log.readings.allSatisfy { $0.stamp.authority == .push })
        #expect(den.log.texts == [])
    }

    @Test func findsAFolderThatComesLater() async throws {
        let den = try MessageDen()
        let source = try den.source("deep/now.jsonl")
        await #expect(throws: SourceError.self) { try await source.zones() }
        try FileManager.default.createDirectory(atPath: den.path("deep"), withIntermediateDirectories: true)
        try den.append(MessageDen.line("A", 1), to: "deep/now.jsonl")
        #expect(try await title(source) == "A")
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        try den.append(MessageDen.line("B", 2), to: "deep/now.jsonl")
        try await eventually("the second") { log.last?.track??.title == "B" }
    }

    @Test func opensAPipeAgainWhenItsWriterLeaves() async throws {
        let den = try MessageDen()
        try den.makePipe()
        let source = try den.source()
        let log = MPDPushLog(source.pushes(of: source.address.zone(nil)))
        try await eventually("it is open") { log.last?.connection == .live }
        for step in 1...20 {
            // The last line needs no line end if the writer closes the FIFO.
            try den.append(String(MessageDen.line("T\(step)", Double(step)).dropLast()))
            try await eventually("writer \(step)") { log.last?.track??.title == "T\(step)" }
        }
        // One after another, without waiting for the reader.
        for step in 21...60 { try den.append(MessageDen.line("T\(step)", Double(step))) }
        try await eventually("the last of many") { log.last?.track??.title == "T60" }
        #expect(log.readings.allSatisfy { $0.connection == .live })
        #expect(den.log.texts == [])
    }

    @Test func skipsWhatIsNoMessage() async throws {
        let den = try MessageDen()
        var limits = MessageLimits()
        limits.maximumLine = 300
        try den.append(
            MessageDen.line("A", 1) + "nonsense\n" + "more of it\n" + MessageDen.line("B", 2) + String(repeating: "x", count: 5000) + "\n"
                + "nonsense\n" + #"{"type":"now_playing","volume":101}"# + "\n" + MessageDen.line("C", 3))
        let source = try den.source(limits: limits)
        #expect(try await title(source) == "C")
        let address = "of file:\(den.path()) is skipped: "
        #expect(
            den.log.texts == [
                "line 2 \(address)it is no JSON object", "line 5 \(address)it has more than 300 bytes; 1 more before it were skipped",
                "line 7 \(address)'volume' is not from 0 to 100; 1 more before it were skipped",
            ])
        // A repeated request does not repeat the log message.
        _ = try await source.zones()
        #expect(den.log.texts.count == 3)
    }

    @Test func leavesOutWhatIsLongPast() async throws {
        let den = try MessageDen()
        var limits = MessageLimits()
        let filler = (0..<4000).map { MessageDen.line("Past \($0)", 1000) }.joined()
        try den.append(filler + MessageDen.line("Now", 1) + "bad\n")
        limits.backlog = 120
        let source = try den.source(limits: limits)
        #expect(try await title(source) == "Now")
        #expect(den.log.texts.first?.hasPrefix("line 4002 of") == true)
    }

    @Test func sendsControls() async throws {
        let den = try MessageDen()
        try den.append(
            MessageDen.line("A", 1, more: #","length":100,"position":50,"status":"playing","volume":40"#)
                + MessageDen.line("B", 1, zone: "b"))
        let source = try den.source()
        let zone = source.address.zone(nil)
        _ = try await source.zones()
        let refusal = await source.refusal(of: .play, in: zone)
        #expect(
            refusal == "'now' cannot be controlled: there is no \(den.path()).control; make it with 'mkfifo', for the player to read from")
        await #expect(throws: SourceError.refused(refusal ?? "")) { try await source.perform(.play, in: zone, showing: nil) }
        #expect(try await source.read(zone).status == .playing)

        try den.append("", to: "now.jsonl.control")
        #expect(await source.refusal(of: .play, in: zone) == nil)
        let controls: [PlaybackControl] = [
            .pause, .playPause, .next, .previous, .stop, .play, .volume(.to(170)), .volume(.by(-30)), .mute, .mute, .seek(.to(12)),
            .seek(.by(-2)),
        ]
        for control in controls { try await source.perform(control, in: zone, showing: nil) }
        try await source.perform(.pause, in: source.address.zone("b"), showing: nil)
        var shown = PlaybackState(zone: zone)
        var reading = Reading(zone: zone, stamp: Stamp(.now, .poll))
        reading.status = .paused
        shown.merge(reading)
        try await source.perform(.playPause, in: zone, showing: shown)
        let lines = try String(contentsOfFile: den.path("now.jsonl.control"), encoding: .utf8).split(separator: "\n")
        let sent = try lines.map { try PlayerMessage(line: $0.utf8) }
        #expect(
            sent.map(\.body) == [
                .playback(.pause), .playback(.play), .playback(.next), .playback(.previous), .playback(.stop), .playback(.play),
                .volume(VolumeMessage(.to(100))), .volume(VolumeMessage(.by(-30))), .volume(VolumeMessage(isMuted: true)),
                .volume(VolumeMessage(isMuted: false)), .seek(.to(12)), .seek(.by(-2)), .playback(.pause), .playback(.play),
            ])
        #expect(sent.allSatisfy { $0.controller == "subdial" })
        #expect(sent.map(\.zone).compactMap(\.self) == ["b"])
        // The expected result is displayed until the player reports another state.
        #expect(try await source.read(zone).volumeValue == 70)
        try den.append(#"{"type":"now_playing","timestamp":\#(Date.now.timeIntervalSince1970),"volume":33,"status":"stopped"}"# + "\n")
        let told = try await source.read(zone)
        #expect(told.volumeValue == 33)
        #expect(told.status == .stopped)
        for control in [PlaybackControl.volume(.to(.nan)), .seek(.by(.infinity))] {
            await #expect(throws: SourceError.self) { try await source.perform(control, in: zone, showing: nil) }
        }
    }

    @Test func sendsControlsThroughAPipe() async throws {
        let den = try MessageDen()
        try den.append(MessageDen.line("A", 1))
        try den.makePipe("now.jsonl.control")
        let source = try den.source()
        let zone = source.address.zone(nil)
        await #expect(throws: SourceError.refused("'now' cannot be controlled now: nobody reads from \(den.path()).control")) {
            try await source.perform(.play, in: zone, showing: nil)
        }
        let reader = open(den.path("now.jsonl.control"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try await source.perform(.next, in: zone, showing: nil)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = Glibc.read(reader, &buffer, buffer.count)
        #expect(try PlayerMessage(line: buffer.prefix(max(0, count)).dropLast()).body == .playback(.next))
        // A FIFO's reader that does not read must not block.
        var failures: [SourceError] = []
        for _ in 0..<2000 where failures.isEmpty {
            do throws(SourceError) { try await source.perform(.next, in: zone, showing: nil) } catch { failures.append(error) }
        }
        #expect(failures == [.unreachable(address: den.path() + ".control", reason: "it is full")])
    }

    @Test func aPipeThatBreaksEndsNobody() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let result = BrokenPipes.ignored { write(ends[1], "x", 1) }
        let code = errno
        #expect(result == -1)
        #expect(code == EPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 0)
    }

    @Test func givesPicturesFromBelowItsFolderOnly() async throws {
        let den = try MessageDen()
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        for place in ["in/a.png", "in/art/b.png", "outside.png"] {
            let url = den.folder.appending(path: place)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(png).write(to: url)
        }
        try den.append("no picture", to: "text.png")
        try den.makePipe("pipe.png")
        try #require(symlink("../outside.png", den.path("link.png")) == 0)
        try #require(symlink("a.png", den.path("inner.png")) == 0)
        let source = try den.source()
        let zone = source.address.zone(nil)
        let outside = Result<[UInt8]?, SourceError>.failure(.badPicture("it is not in the folder of the messages"))
        let irregular = Result<[UInt8]?, SourceError>.failure(.badPicture("it is no regular file"))
        let cases: [(String, Result<[UInt8]?, SourceError>)] = [
            ("a.png", .success(png)), ("art/b.png", .success(png)), ("art/../a.png", .success(png)), ("inner.png", .success(png)),
            ("../outside.png", outside), ("link.png", outside), (den.path("a.png"), outside), (".", outside),
            ("gone.png", .success(nil)), ("", .success(nil)), ("pipe.png", irregular), ("art", irregular),
            // The decoder judges the format.
            ("text.png", .success(Array("no picture".utf8))),
        ]
        for (step, (path, expected)) in cases.enumerated() {
            try den.append(MessageDen.line("A", Double(step), more: #","artwork":"\#(path)""#))
            let artwork = try #require(try await source.read(zone).artwork ?? nil, "\(path)")
            #expect(await source.found(artwork, in: zone) == expected, "\(path)")
            #expect(try await source.picture(of: Artwork(key: "file:other"), in: zone, side: 10) == nil)
        }
        try den.append(MessageDen.line("B", 100))
        #expect(try await source.read(zone).artwork == .some(nil))
    }

    @Test func endsWithItsSource() async throws {
        let den = try MessageDen()
        try den.append(MessageDen.line("A", 1))
        var source: MessageFileSource? = try den.source()
        let log = MPDPushLog(try #require(source).pushes(of: try #require(source).address.zone(nil)))
        try await eventually("the reading") { log.last?.track??.title == "A" }
        let board = try #require(source).board
        source = nil
        try await eventually("the stream has ended") { log.isOver }
        await board.answer(to: .max)
    }
}
