import Foundation
import SubdialBasics
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialEngine

/// The time since when a player is paused, and the line that hides it after that.
@Suite struct PauseClockTests {
    /// A report of a player at a second.
    struct Report: Sendable {
        let second: Double
        let status: PlaybackStatus
        var title: String? = "Song"
        var position = 10.0
        var volume = 50.0
        var player: String?
        var connection = Connection.live
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let reports: [Report]
        let since: Double?
        var testDescription: String { name }

        init(_ name: String, since: Double?, _ reports: [Report]) { (self.name, self.since, self.reports) = (name, since, reports) }
    }

    private static func date(_ second: Double) -> SteadyDate { SteadyDate(seconds: 1_000_000 + second) }

    private static func reading(_ report: Report) -> Reading {
        var reading = Reading(zone: ZoneID("mpris"), stamp: Stamp(date(report.second), .push))
        (reading.status, reading.track) = (report.status, .some(report.title.map { Track(title: $0) }))
        reading.position = .some(PlaybackPosition(seconds: report.position, time: date(report.second)))
        reading.volumeScale = .some(VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number))
        reading.volumeValue = report.volume
        if let player = report.player { reading.metadata = ["playerInstance": .text(player)] }
        reading.connection = report.connection
        return reading
    }

    @Test(arguments: [
        Case("while it plays", since: nil, [Report(second: 0, status: .playing)]),
        Case("a pause", since: 5, [Report(second: 0, status: .playing), Report(second: 5, status: .paused)]),
        Case("a pause that was there first", since: 0, [Report(second: 0, status: .paused), Report(second: 9, status: .paused)]),
        Case("the same again", since: 5, [Report(second: 0, status: .playing)] + [5, 8, 30].map { Report(second: $0, status: .paused) }),
        Case(
            "playback between", since: 9,
            [Report(second: 5, status: .paused), Report(second: 7, status: .playing), Report(second: 9, status: .paused)]),
        Case("another track", since: 9, [Report(second: 5, status: .paused), Report(second: 9, status: .paused, title: "Other")]),
        Case("a seek", since: 9, [Report(second: 5, status: .paused), Report(second: 9, status: .paused, position: 60)]),
        Case("a rounded position", since: 5, [Report(second: 5, status: .paused), Report(second: 9, status: .paused, position: 11)]),
        Case(
            "a position that runs on in the pause", since: 5,
            [Report(second: 5, status: .paused), Report(second: 65, status: .paused, position: 70)]),
        Case("another volume", since: 9, [Report(second: 5, status: .paused), Report(second: 9, status: .paused, volume: 40)]),
        Case("no answer", since: 5, [Report(second: 5, status: .paused), Report(second: 9, status: .paused, connection: .stale)]),
        Case(
            "a player that ended and began", since: 12,
            [Report(second: 5, status: .paused), Report(second: 9, status: .paused, connection: .zoneMissing)]
                + [Report(second: 12, status: .paused)]),
        Case(
            "another player, and the first again", since: 5,
            [
                Report(second: 5, status: .paused, player: "firefox"),
                Report(second: 9, status: .playing, title: "Film", position: 0, volume: 90, player: "mpv"),
                Report(second: 50, status: .paused, player: "firefox"),
            ]),
        Case(
            "another player, and the first with another position", since: 50,
            [
                Report(second: 5, status: .paused, player: "firefox"), Report(second: 9, status: .playing, player: "mpv"),
                Report(second: 50, status: .paused, position: 100, player: "firefox"),
            ]),
    ])
    func countsFrom(_ row: Case) {
        var state = PlaybackState(zone: ZoneID("mpris"))
        var clock = PauseClock(state, since: nil, at: Self.date(-1))
        for report in row.reports {
            let old = state
            state.merge(Self.reading(report))
            clock.follow(state, after: old, at: Self.date(report.second))
        }
        #expect(clock.since == row.since.map(Self.date))
    }

    @Test("The next run continues the pause, and files of earlier releases have none")
    func thePauseIsStored() throws {
        var state = PlaybackState(zone: ZoneID("mpris"), name: "Active player")
        state.merge(Self.reading(Report(second: 100, status: .paused)))
        let wall = Date(timeIntervalSince1970: 1_700_000_000)
        let stored = StoredPlayback(state, pausedSince: Self.date(40), at: ClockPair(steady: Self.date(100), wall: wall))
        let read = try JSONDecoder().decode(StoredPlayback.self, from: JSONEncoder().encode(stored))
        // The steady clock has another origin in the next run.
        let next = ClockPair(steady: SteadyDate(seconds: 70), wall: wall.addingTimeInterval(20))
        #expect(read.pausedSince(at: next) == SteadyDate(seconds: -10))
        #expect(PauseClock(PlaybackState(restoring: read, at: next), since: read.pausedSince(at: next), at: next.steady).since != nil)
        // The clock was ahead when the state was stored.
        let earlierWall = ClockPair(steady: SteadyDate(seconds: 70), wall: wall.addingTimeInterval(-500))
        #expect(read.pausedSince(at: earlierWall) == SteadyDate(seconds: 70))
        var old = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(stored)) as? [String: Any])
        old["pausedSince"] = nil
        let earlier = try JSONDecoder().decode(StoredPlayback.self, from: JSONSerialization.data(withJSONObject: old))
        #expect(earlier.pausedSince(at: next) == nil)
        #expect(stored.isWorthStoring(after: earlier))
        #expect(!stored.isWorthStoring(after: read))
    }

    @Test("A frame has the entry of a stopped player from the end of the patience on")
    func aFrameHidesAPause() throws {
        let clock = ClockPair.now
        let paused = NowPlaying(date: clock.wall, status: .paused, track: Track(title: "Song")).entry
        func frame(_ entry: Entry, _ age: Double) -> EntryFrame {
            var frame = EntryFrame(entry)
            frame.pausedSince = clock.steady + -age
            return frame
        }
        func status(_ frame: EntryFrame, _ seconds: Double) -> PlaybackStatus? {
            frame.timeline.entry(at: clock.wall.addingTimeInterval(seconds))?.nowPlaying?.status
        }
        let later = frame(paused, 60).hidingPauses(after: 600)
        #expect(status(later, 0) == .paused && status(later, 539) == .paused && status(later, 541) == .stopped)
        let next = try #require(later.timeline.nextDate(after: clock.wall))
        #expect(abs(next.timeIntervalSince(clock.wall) - 540) < 1)
        let over = frame(paused, 601).hidingPauses(after: 600)
        #expect(over.timeline.entries.map { $0.nowPlaying?.status } == [.stopped])
        #expect(frame(paused, 601).hidingPauses(after: nil).timeline.entries == [paused])
        let playing = NowPlaying(date: clock.wall, status: .playing, track: Track(title: "Song")).entry
        #expect(frame(playing, 601).hidingPauses(after: 600).timeline.entries == [playing])
        #expect(EntryFrame(paused).hidingPauses(after: 600).timeline.entries == [paused])
    }

    @Test("A feed hides a pause when its time comes, and shows the player again when the user does something")
    func aFeedHidesAPause() async throws {
        let folder = try TemporaryFolder()
        let source = ScriptedPlayers([("mpris", .init(status: .paused, title: "Song", position: 10))])
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
        func setup(_ seconds: Double?) throws -> FeedSetup {
            var settings = FeedSettings()
            (settings.text, settings.texts, settings.hideAfter) = ("{{ title }}", ["stopped": "nothing"], seconds)
            return FeedSetup(options: try FeedOptions(format: "plain", settings: settings), address: "mpris:")
        }
        let lines = Lines()
        let session = FeedSession(hub: hub, setup: try setup(0.5), logger: .silent)
        let running = Task { await session.run { lines.add($0) } }
        try await eventually("the hidden pause") { lines.all.last == "nothing" }
        func change(_ player: ScriptedPlayers.Player) throws {
            source.set("mpris", player)
            source.push(try source.reading(of: ZoneID("mpris")))
        }
        // A busy machine may write the line of a seek only when its pause is hidden again, so seeks follow each other until it is there.
        let before = lines.all.count
        var position = 60.0
        try await eventually("the seek") {
            position += 10
            try change(.init(status: .paused, title: "Song", position: position))
            return lines.all.dropFirst(before).contains("Song")
        }
        try await eventually("the end of the seek's pause") { lines.all.last == "nothing" }
        try change(.init(status: .playing, title: "Song", position: 60))
        try await eventually("the playback") { lines.all.last == "Song" }
        try change(.init(status: .paused, title: "Song", position: 61))
        try await eventually("another pause") { lines.all.last == "nothing" }
        #expect(await FeedSession(hub: hub, setup: try setup(0.5), logger: .silent).once().lines == ["nothing"])
        #expect(await FeedSession(hub: hub, setup: try setup(nil), logger: .silent).once().lines == ["Song"])
        running.cancel()
        await running.value
        // The next engine knows since when the player is paused.
        await hub.flush()
        await hub.stop()
        let next = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) { _ in source }
        #expect(await FeedSession(hub: next, setup: try setup(0.5), logger: .silent).once().lines == ["nothing"])
        await next.stop()
    }
}
