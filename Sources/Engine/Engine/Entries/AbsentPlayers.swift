import FoundationEssentials
import SubdialPlayback
import SubdialTimeline

/// The entries of the players where no source of playback is configured: offline, with the remedy as the problem.
package struct AbsentPlayers: EntrySource {
    private let reason: NoSource

    package var schema: EntrySchema { .nowPlaying }

    /// Makes the entries of a configuration without a source.
    package init() { reason = .notConfigured }

    package func prepare() async {}

    package func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
        tell(.frame(frame))
        // Only another configuration changes it.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    }

    package func current() async -> (frame: EntryFrame, error: (any Error)?) { (frame, reason) }

    package func refresh() async {}

    package func perform(_ words: String, isClick: Bool) async throws -> String? { throw reason }

    private var frame: EntryFrame {
        var moment = NowPlaying(date: .now, status: .unknown, freshness: .offline)
        moment.problem = EntryProblem(step: "source", message: reason.description, since: moment.date)
        return EntryFrame(moment.entry)
    }
}
