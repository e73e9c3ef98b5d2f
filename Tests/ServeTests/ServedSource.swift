import Foundation
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialTestSupport
import SubdialTimeline
import SubdialWidgets
import Synchronization

@testable import SubdialServe

/// A supplier of one kind with any name, whose entries the test controls; a subject exists if its name begins with `real`.
final class ServedSource: WidgetSupplier {
    private struct State {
        var title = "0"
        var tells: [@Sendable (EntryNews) -> Void] = []
    }

    private let state = Mutex(State())

    /// Changes the title of all entries.
    ///
    /// Who follows is told within the lock: nobody misses a title that changes while they begin to follow, or has an older one last.
    func say(_ title: String) throws {
        try state.withLock { state in
            state.title = title
            for tell in state.tells { tell(.frame(EntryFrame(try Self.entry(title: title, isThere: true)))) }
        }
    }

    private static func entry(title: String, isThere: Bool) throws -> Entry {
        var moment = try NowPlaying(parsing: try Repository.fixture("entries/playing.json"))
        moment.track = Track(title: title, artist: "Miles Davis")
        if !isThere { moment.freshness = .missing }
        return moment.entry
    }

    private struct Entries: EntrySource {
        let stage: ServedSource
        let isThere: Bool

        var schema: EntrySchema { .nowPlaying }
        func prepare() async throws {}
        func refresh() async {}
        func perform(_ words: String, isClick: Bool) async throws -> String? { nil }

        func current() async -> (frame: EntryFrame, error: (any Error)?) {
            let title = stage.state.withLock { $0.title }
            do {
                return (EntryFrame(try ServedSource.entry(title: title, isThere: isThere)), nil)
            } catch {
                return (EntryFrame(unknownEntry), error)
            }
        }

        func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
            stage.state.withLock { state in
                if let entry = try? ServedSource.entry(title: state.title, isThere: isThere) { tell(.frame(EntryFrame(entry))) }
                if isThere { state.tells.append(tell) }
            }
            await untilCancelled()
        }
    }

    func listed() async throws -> [ListedWidget] { [] }
    func displays() async throws -> DisplayPlan { DisplayPlan(displays: [], zones: TimeZones()) }
    func announcedFiles() -> [AnnouncedFile] { [] }
    func failure(_ error: any Error) -> ServeError { ServeError(.failed, "\(error)") }
    func inputs(ofKind kind: String, subject: String?) async throws -> WidgetInputs {
        WidgetInputs(
            kind: "now-playing", title: "Now playing", entries: Entries(stage: self, isThere: subject?.hasPrefix("real") ?? true),
            timeZones: TimeZones())
    }
}
