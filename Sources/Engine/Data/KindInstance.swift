import Expressions
import Feeds
import FoundationEssentials
import HTTP
import Kinds
import Timeline

/// A kind with the values of its parameters: what one widget or bar follows.
public struct KindInstance: Sendable {
    /// The kind.
    public let kind: Kind
    /// The values of its parameters.
    public let values: KindValues
    /// The subject of its entries.
    public let subject: Subject
    /// The settings of its lines: the user's own before the kind's.
    public let feed: FeedSettings
    /// The zones in which expressions tell dates.
    public let timeZones: TimeZones
    /// Settings of the configuration and the environment, for sources that name nothing.
    let surroundings: KindSurroundings
    /// True for a kind that came with the program, and is trusted with it.
    let isShipped: Bool

    /// Makes an instance.
    ///
    /// - Parameters:
    ///   - id: The id among the instances of the kind; nil for its only one.
    ///   - surroundings: Settings of the configuration and the environment, for sources that name nothing.
    ///   - isShipped: True for a kind that came with the program, and is trusted with it.
    public init(
        _ kind: Kind, _ values: KindValues, id: String? = nil, feed: FeedSettings = FeedSettings(), timeZones: TimeZones = TimeZones(),
        surroundings: KindSurroundings = KindSurroundings(), isShipped: Bool
    ) {
        self.kind = kind
        self.values = values
        subject = Subject(id: id ?? kind.name, name: id ?? kind.title, source: kind.name)
        self.feed = feed.merged(over: kind.feed)
        self.timeZones = timeZones
        self.surroundings = surroundings
        self.isShipped = isShipped
    }

    /// Equal for instances that ask for the same, and share one follower.
    var key: String {
        let requests = kind.sources.flatMap { (try? $0.transport.resolved(values, timeZones: timeZones).explanation) ?? [] }
        return
            ([kind.file, subject.id, values.identity, "\(timeZones)", "\(surroundings)"] + kind.sources.map(\.format.rawValue) + requests)
            .joined(
                separator: "\u{0}")
    }

    /// The folder of the kind, from which relative paths start.
    public var folder: String { String(kind.file[..<(kind.file.lastIndex(of: "/") ?? kind.file.startIndex)]) }

    /// A path of the kind: from the root, from the user's home, or beside `kind.yaml`.
    func path(_ written: String) -> String {
        if written.hasPrefix("/") { return written }
        guard written.hasPrefix("~/") else { return "\(folder)/\(written)" }
        return (ProcessInfo.processInfo.environment["HOME"] ?? "") + written.dropFirst()
    }

    /// The hosts of the kind's own addresses.
    var hosts: Set<String> {
        Set(
            kind.sources.compactMap { source in
                guard case .url(let question)? = try? source.transport.resolved(values, timeZones: timeZones) else { return nil }
                return try? WebURL(parsing: question.url).host
            })
    }

    /// True where each feed has lines of its own on standard input.
    var isStdin: Bool { kind.sources.contains { if case .stdin = $0.transport { true } else { false } } }

    /// True where every source is asked over the network or by a program: its last answer holds until it is time.
    var isPolled: Bool { kind.sources.allSatisfy(\.isPolled) }

    /// True where levels of sound are followed, many times a second.
    var isMetered: Bool {
        kind.sources.contains {
            switch try? $0.transport.resolved(values, timeZones: timeZones) {
            case .mixer(let meters)?: meters > 0
            case .console?: true
            default: false
            }
        }
    }

    /// True where a file is followed.
    var followsFiles: Bool {
        kind.sources.contains {
            switch $0.transport {
            case .file, .match, .library: true
            case .url, .command, .mixer, .console, .mqtt, .stdin, .fixed: false
            }
        }
    }

    /// True where time is a reason to ask: a source that tells by itself is never asked again.
    var asksByTime: Bool {
        let refresh = kind.refresh
        return kind.sources.contains(where: \.isPolled) || refresh.every != nil || !refresh.times.isEmpty || refresh.atEnd
            || refresh.after != nil
    }

    var maker: EntryMaker { EntryMaker(kind, values, subject: subject, timeZones: timeZones) }
}
