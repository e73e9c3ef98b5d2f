import Expressions
import Feeds
import FoundationEssentials
import Kinds
import Timeline

/// A kind with the values of its parameters: what one widget or bar follows.
public struct KindInstance: Sendable {
    /// The kind.
    public let kind: Kind
    /// The values of its parameters.
    public let values: KindValues
    /// What its entries are about.
    public let subject: Subject
    /// What differs from the kind's own lines.
    public let feed: FeedSettings
    /// The zones in which expressions tell dates.
    public let timeZones: TimeZones
    /// The text of the kind's file, and of the scripts that it runs: they are run only as they were when they were trusted.
    let trust: KindTrust.Evidence

    /// Makes an instance.
    ///
    /// - Parameters:
    ///   - id: What tells it from other instances; nil for the kind's only one.
    ///   - isShipped: True for a kind that came with the program, and is trusted with it.
    public init(
        _ kind: Kind, _ values: KindValues, id: String? = nil, feed: FeedSettings = FeedSettings(), timeZones: TimeZones = TimeZones(),
        isShipped: Bool
    ) {
        self.kind = kind
        self.values = values
        subject = Subject(id: id ?? kind.name, name: id ?? kind.title, source: kind.name)
        self.feed = feed.merged(over: kind.feed)
        self.timeZones = timeZones
        trust = KindTrust.Evidence(kind, isShipped: isShipped)
    }

    /// Equal for instances that ask for the same, and share one follower.
    var key: String {
        let requests = kind.sources.flatMap { (try? $0.transport.resolved(values, timeZones: timeZones).explanation) ?? [] }
        return ([kind.file, subject.id, values.identity] + requests).joined(separator: "\u{0}")
    }

    /// The folder of the kind, from which relative paths start.
    public var folder: String { String(kind.file[..<(kind.file.lastIndex(of: "/") ?? kind.file.startIndex)]) }

    /// True where each feed has lines of its own on standard input.
    var isStdin: Bool { kind.sources.contains { if case .stdin = $0.transport { true } else { false } } }

    /// True where every source is asked over the network or by a program: its last answer holds until it is time.
    var isPolled: Bool {
        kind.sources.allSatisfy { source in
            switch source.transport {
            case .url: true
            case .command(let command): !command.isLasting
            case .file, .stdin, .fixed: false
            }
        }
    }

    var maker: EntryMaker { EntryMaker(kind, values, subject: subject, timeZones: timeZones) }
}
