import Feeds
import FoundationEssentials
import Timeline

/// Where entries come from, for whoever shows them: a zone, whichever player is active, the data of a kind.
///
/// All dates are on the steady time line.
public protocol EntrySource: Sendable {
    /// The schema of its entries.
    var schema: EntrySchema { get }

    /// Sees to it that there is something to follow.
    ///
    /// - Throws: Why its subject cannot even be found.
    func prepare() async throws

    /// Tells the news, the first at once, until the task is cancelled.
    func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async

    /// The frame once the source has answered, or has failed to, and why it could not be read anew.
    func current() async -> (frame: EntryFrame, error: (any Error)?)

    /// Asks the source now, and returns once it has answered or failed to.
    func refresh() async

    /// Has the subject do something.
    ///
    /// - Parameters:
    ///   - words: The action, with what it takes.
    ///   - isClick: True for a pointer's, of which many may come at once.
    /// - Returns: What to tell whoever asked; nil for nothing.
    func perform(_ words: String, isClick: Bool) async throws -> String?

    /// The subjects for a menu; none where there is no choice.
    func choices(showing subject: Subject?) async -> [FeedZone]
}

extension EntrySource {
    /// There is but one subject.
    public func choices(showing subject: Subject?) async -> [FeedZone] { [] }

    /// Shown where nothing at all is known.
    public var unknownEntry: Entry { Entry(date: .steady, schema: schema, freshness: .offline) }
}

/// News of a source.
public enum EntryNews: Sendable {
    /// The entries that are known by now.
    case frame(EntryFrame)
    /// Another subject is followed from now on: of the one before nothing may be shown for long.
    case another
}

/// The entries of a subject that are known at a moment.
public struct EntryFrame: Sendable {
    /// The entries from now on.
    public var timeline: Timeline
    /// False until the source has been asked and has answered, or failed to.
    public var isAnswer: Bool
    /// Gives the entries' pictures; nil where they have none but files.
    public var pictures: (any EntryPictures)?

    /// Makes a frame.
    public init(_ timeline: Timeline, isAnswer: Bool = true, pictures: (any EntryPictures)? = nil) {
        self.timeline = timeline
        self.isAnswer = isAnswer
        self.pictures = pictures
    }

    /// Makes a frame of one entry.
    public init(_ entry: Entry, isAnswer: Bool = true, pictures: (any EntryPictures)? = nil) {
        self.init(Timeline(entries: [entry], policy: .never), isAnswer: isAnswer, pictures: pictures)
    }
}

/// A source of the pictures of entries.
public protocol EntryPictures: Sendable {
    /// The bytes of an encoded picture; nil where there is none.
    ///
    /// - Parameter side: The edge in pixels at which it is wanted; it may be larger.
    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]?
}

extension EntryFrame {
    /// The picture that gives `entry` its colours, where something is to be seen of it; nil where there is none.
    func cover(of entry: Entry) -> EntryPicture? {
        entry.disclosed.cover?.picture
    }
}
