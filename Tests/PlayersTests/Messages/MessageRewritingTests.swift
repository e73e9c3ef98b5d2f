import Foundation
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback
import Testing

@testable import SubdialPlayers

/// Tests of files in the way in which scripts write them.
@Suite struct MessageRewritingTests {
    private func title(_ source: MessageFileSource) async throws -> String? {
        try await source.read(source.address.zone(nil)).track??.title
    }

    /// `echo … > file` each time: when the file is read again, it has the same length or is longer.
    @Test(arguments: [0, 1, 500]) func noticesAFileThatIsWrittenAnew(growth: Int) async throws {
        let den = try MessageDen()
        let source = try den.source()
        for step in 100...150 {
            let filler = String(repeating: "x", count: growth * (step - 100))
            try den.rewrite(#"{"type":"now_playing","title":"T\#(step)","filler":"\#(filler)"}"# + "\n")
            #expect(try await title(source) == "T\(step)")
        }
        #expect(den.log.texts == [])
    }

    /// Touching the file does not repeat its messages.
    @Test func aTouchIsNoMessage() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let zone = source.address.zone(nil)
        try den.append(#"{"type":"volume_control","value":50}"# + "\n" + #"{"type":"volume_control","delta":5}"# + "\n")
        #expect(try await source.read(zone).volumeValue == 55)
        for step in 1...3 {
            try den.date(1_000_000 + step)
            #expect(try await source.read(zone).volumeValue == 55)
        }
    }

    @Test func needsNoEndOfTheLastLine() async throws {
        let den = try MessageDen()
        let source = try den.source()
        for step in 1...5 {
            try den.rewrite(#"{"type":"now_playing","title":"T\#(step)"}"#)
            #expect(try await title(source) == "T\(step)")
        }
        // Half a message is not a message, even if it ends with a brace.
        try den.rewrite(#"{"type":"now_playing","title":"Half","more":{}"#)
        #expect(try await title(source) == "T5")
        try den.append("}\n")
        #expect(try await title(source) == "Half")
        #expect(den.log.texts == [])
    }

    @Test func anEndThatComesLaterIsNoSecondMessage() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let zone = source.address.zone(nil)
        try den.append(#"{"type":"volume_control","value":50}"# + "\n" + #"{"type":"volume_control","delta":5}"#)
        #expect(try await source.read(zone).volumeValue == 55)
        try den.append("\n")
        #expect(try await source.read(zone).volumeValue == 55)
        try den.append(#"{"type":"volume_control","delta":5}"# + "\n")
        #expect(try await source.read(zone).volumeValue == 60)
    }

    /// The initial contents of the file arrived at its modification time.
    @Test func theMomentOfWhatWasThereIsTheFilesOwn() async throws {
        let den = try MessageDen()
        try den.append(#"{"type":"now_playing","title":"A","length":500,"position":100,"status":"playing"}"# + "\n")
        let written = time(nil) - 60
        try den.date(written)
        let source = try den.source()
        let zone = source.address.zone(nil)
        let before = ClockPair.now
        let position = try #require(try await source.read(zone).position ?? nil)
        #expect(position.seconds == 100)
        #expect(abs(before.date(position.time).timeIntervalSince1970 - Double(written)) < 0.001)
        // Later contents arrive now.
        try den.append(#"{"type":"now_playing","title":"B","length":500,"position":7}"# + "\n")
        let next = try #require(try await source.read(zone).position ?? nil)
        #expect(next.seconds == 7)
        #expect(next.time >= before.steady)
    }

    @Test func theFutureFreezesNothing() async throws {
        let den = try MessageDen()
        let source = try den.source()
        func message(_ title: String, _ time: String) -> String {
            #"{"type":"now_playing","timestamp":"\#(time)","title":"\#(title)"}"# + "\n"
        }
        let now = Date.now.formatted(.iso8601)
        try den.append(message("Ahead", "2999-01-01T00:00:00Z") + message("Now", now))
        #expect(try await title(source) == "Now")
        try den.append(message("Further", "9999-01-01T00:00:00Z"))
        #expect(try await title(source) == "Further")
        try den.append(#"{"type":"now_playing","title":"Untold"}"# + "\n")
        #expect(try await title(source) == "Untold")
        try den.append(MessageDen.line("Past", 1))
        #expect(try await title(source) == "Untold")
        let later = Date.now.addingTimeInterval(0.001).timeIntervalSince1970
        try den.append(#"{"type":"now_playing","timestamp":\#(later),"title":"Later"}"# + "\n")
        #expect(try await title(source) == "Later")
        #expect(den.log.texts == [])
    }

    /// Subscribers are notified at the end of the track, even without a message.
    @Test func tellsTheEndOfATrack() async throws {
        let den = try MessageDen()
        let source = try den.source()
        let zone = source.address.zone(nil)
        let log = MPDPushLog(source.pushes(of: zone))
        try den.append(#"{"type":"now_playing","title":"A","length":100,"position":99.8,"status":"playing"}"# + "\n")
        try await eventually("the end") { (log.last?.position ?? nil)?.rate == 0 }
        #expect((log.last?.position ?? nil)?.seconds == 100)
        // A seek continues from there, and the track ends again.
        try den.append(#"{"type":"seek_control","delta":-0.2}"# + "\n")
        try await eventually("the seek") { log.readings.contains { ($0.position ?? nil).map { abs($0.seconds - 99.8) < 0.05 } ?? false } }
        let count = log.readings.count
        try await eventually("the end again") { log.readings.count > count && (log.last?.position ?? nil)?.rate == 0 }
        // The track in the documentation's example ended long ago.
        try den.append(
            #"{"type":"now_playing","timestamp":"2026-01-08T20:15:04Z","zone":"old","title":"So What","length":562,"position":104,"status":"playing"}"#
                + "\n")
        let old = try #require(try await source.read(source.address.zone("old")).position ?? nil)
        #expect(old.seconds(at: .now, running: true) == 562)
    }
}
