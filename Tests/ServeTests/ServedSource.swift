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
    func say(_ title: String) throws {
        let tells = state.withLock { state in
            state.title = title
            return state.tells
        }
        for tell in tells { tell(.frame(EntryFrame(try entry(isThere: true)))) }
    }

    private func entry(isThere: Bool) throws -> Entry {
        var moment = try NowPlaying(parsing: try Repository.fixture("entries/playing.json"))
        moment.track = Track(title: state.withLock { $0.title }, artist: "Miles Davis")
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
            do { return (EntryFrame(try stage.entry(isThere: isThere)), nil) } catch { return (EntryFrame(unknownEntry), error) }
        }

        func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
            if let entry = try? stage.entry(isThere: isThere) { tell(.frame(EntryFrame(entry))) }
            if isThere { stage.state.withLock { $0.tells.append(tell) } }
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
