import FoundationEssentials
import SubdialFeeds
import SubdialTimeline

/// A source of entries: a zone, the active player, or the data of a kind.
package protocol EntrySource: Sendable {
    /// The schema of its entries.
    var schema: EntrySchema { get }

    /// Ensures that there is a subject to follow.
    ///
    /// - Throws: An error if the subject cannot be found.
    func prepare() async throws

    /// Reports news, the first immediately, until the task is cancelled.
    func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async

    /// The frame after the source has answered or failed, and the error of the last reading.
    func current() async -> (frame: EntryFrame, error: (any Error)?)

    /// Reads the source now, and returns after it has answered or failed.
    func refresh() async

    /// Performs an action of the subject.
    ///
    /// - Parameters:
    ///   - words: The action with its arguments.
    ///   - isClick: True for a pointer action, of which many may arrive in a short time.
    /// - Returns: A message for the caller; nil for none.
    func perform(_ words: String, isClick: Bool) async throws -> String?

    /// The subjects for a menu; empty if there is no choice.
    func choices(showing subject: Subject?) async -> [FeedZone]

    /// Signals each change of the subjects for a menu that the source notices, until the stream is cancelled.
    func choiceChanges() -> AsyncStream<Void>
}

extension EntrySource {
    /// The default for sources with a single subject.
    package func choices(showing subject: Subject?) async -> [FeedZone] { [] }

    /// The default for sources with a single subject: a stream that ends immediately.
    package func choiceChanges() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    /// The entry to show if nothing is known.
    package var unknownEntry: Entry { Entry(date: .now, schema: schema, freshness: .offline) }
}

/// News of a source.
package enum EntryNews: Sendable {
    /// The entries that are known now.
    case frame(EntryFrame)
    /// Another subject is followed from now on: the entries of the previous one must not be shown for long.
    case another
}

/// A source of the pictures of entries.
package protocol EntryPictures: Sendable {
    /// The bytes of an encoded picture; nil if there is none.
    ///
    /// - Parameter side: The requested side length in pixels; the picture may be larger.
    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]?
}
