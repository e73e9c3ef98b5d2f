import Foundation
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Synchronization
import Testing

@testable import SubdialServe

/// Tests of pictures that are drawn for many clients while their content changes.
@Suite struct PictureStoreTests {
    /// A source whose entries and covers the test controls.
    private final class Stage: EntrySource, EntryPictures, WidgetSupplier {
        private struct State {
            var entry: Entry?
            var tells: [@Sendable (EntryNews) -> Void] = []
            var covers: [CheckedContinuation<Void, Never>] = []
            var holdsCovers = false
            var dates = 0
        }

        private let state = Mutex(State())
        var schema: EntrySchema { .nowPlaying }

        func say(_ entry: Entry) {
            let tells = state.withLock { state in
                state.entry = entry
                return state.tells
            }
            for tell in tells { tell(.frame(EntryFrame(entry, pictures: self))) }
        }

        func hold() { state.withLock { $0.holdsCovers = true } }

        /// The number of requested covers that are held back.
        var heldCovers: Int { state.withLock { $0.covers.count } }

        /// The number of requests for a picture that have read the clock: each does so once, before it draws or joins a drawing.
        var askedDates: Int { state.withLock { $0.dates } }

        func date() -> Date {
            state.withLock { $0.dates += 1 }
            return Date(timeIntervalSince1970: 1_767_903_310)
        }

        func release() {
            let covers = state.withLock { state in
                defer { (state.covers, state.holdsCovers) = ([], false) }
                return state.covers
            }
            for cover in covers { cover.resume() }
        }

        func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    if state.holdsCovers { state.covers.append(continuation) }
                    return state.holdsCovers
                }
                if !isHeld { continuation.resume() }
            }
            return nil
        }

        func prepare() async throws {}
        func refresh() async {}
        func perform(_ words: String, isClick: Bool) async throws -> String? { nil }

        /// Waits until there is an entry.
        func current() async -> (frame: EntryFrame, error: (any Error)?) {
            while true {
                if let entry = state.withLock({ $0.entry }) { return (EntryFrame(entry, pictures: self), nil) }
                // As a source that polls for its first entry.
                guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return (EntryFrame(unknownEntry), nil) }
            }
        }

        func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
            let entry = state.withLock { state in
                state.tells.append(tell)
                return state.entry
            }
            if let entry { tell(.frame(EntryFrame(entry, pictures: self))) }
            await untilCancelled()
        }

        func listed() async throws -> [ListedWidget] { [] }
        func announcedFiles() -> [AnnouncedFile] { [] }
        func displays() async throws -> DisplayPlan { DisplayPlan(displays: [], zones: TimeZones()) }
        func failure(_ error: any Error) -> ServeError { ServeError(.failed, "\(error)") }
        func inputs(ofKind kind: String, subject: String?) async throws -> WidgetInputs {
            WidgetInputs(kind: "now-playing", title: "Now playing", entries: self, timeZones: TimeZones())
        }
    }

    private static func entry(_ title: String) throws -> Entry {
        var moment = try NowPlaying(parsing: try Repository.fixture("entries/playing.json"))
        moment.track = Track(title: title, artist: "Miles Davis", album: "Kind of Blue")
        return moment.entry
    }

    private static func store(_ stage: Stage) -> (store: PictureStore, showings: FollowedWidgets) {
        let resources = ResourceFolder(path: Repository.root.appending(path: "Templates").path)
        let showings = FollowedWidgets(stage)
        return (PictureStore(showings, PictureRenderer(resources, reports: PictureReports { _ in })) { stage.date() }, showings)
    }

    private static func key() throws -> PictureKey {
        PictureKey(
            showing: FollowedWidgets.Key(kind: "now-playing", subject: nil),
            query: try PictureQuery(WidgetLook(family: .systemSmall), [("scale", "1")]))
    }

    /// A request for the newer entry does not return the picture of the older one, whose drawing is still in progress.
    @Test func aDrawingOfAnOlderEntryIsNobodysAnswer() async throws {
        let key = try Self.key()
        let stage = Stage()
        let (store, showings) = Self.store(stage)
        stage.say(try Self.entry("First"))
        stage.hold()
        async let first = store.picture(key)
        try await eventually("the first cover") { stage.heldCovers == 1 }
        stage.say(try Self.entry("Second"))
        let showing = try await showings.showing(key.showing)
        try await eventually("the second entry") {
            await showing.moment(within: .seconds(1))?.scene.timeline.entries.first?.title == "Second"
        }
        async let second = store.picture(key)
        try await eventually("the second request") { stage.askedDates == 2 }
        stage.release()
        #expect(try await first.label.contains("First"))
        #expect(try await second.label.contains("Second"))
        #expect(try await store.picture(key).label.contains("Second"))
    }

    /// Many simultaneous requests for the same picture share one drawing.
    @Test func manyShareOneDrawing() async throws {
        let key = try Self.key()
        let stage = Stage()
        let (store, _) = Self.store(stage)
        stage.say(try Self.entry("First"))
        stage.hold()
        let asking = Task {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await store.picture(key).tag } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
        }
        // All requests have arrived, and all but one wait for the drawing of that one.
        try await eventually("all requests") { stage.heldCovers == 1 && stage.askedDates == 50 }
        stage.release()
        #expect(try await asking.value.count == 1)
    }

    /// A request to a source that never responds ends after a timeout.
    @Test func aSilentSourceIsTold() async throws {
        let key = try Self.key()
        let (store, _) = Self.store(Stage())
        let error = await #expect(throws: ServeError.self) { try await store.picture(key, within: .milliseconds(50)) }
        #expect(error?.status == .unavailable)
    }

    /// A picture whose templates were reloaded during its drawing is not cached.
    @Test func aReloadWhileDrawingKeepsNothingOld() async throws {
        let key = try Self.key()
        let stage = Stage()
        let (store, _) = Self.store(stage)
        stage.say(try Self.entry("First"))
        stage.hold()
        async let old = store.picture(key)
        try await eventually("the first cover") { stage.heldCovers == 1 }
        await store.reset()
        async let new = store.picture(key)
        try await eventually("the second cover") { stage.heldCovers == 2 }
        stage.release()
        _ = try await (old, new)
    }
}

extension Entry {
    fileprivate var title: String? { nowPlaying?.track?.title }
}
