import Expressions
import FoundationEssentials
import Timeline

/// The lines of one bar that follows a zone: give it every entry, write what it gives back.
///
/// It holds what a line depends on beside its entry: the line before, and since when a marquee runs. It reads no clock.
public struct Feed: Sendable {
    /// How its lines are wanted.
    public let options: FeedOptions
    /// The line that the bar has; nil before the first.
    public private(set) var lastLine: String?
    /// What a template of the last line could not calculate.
    ///
    /// That part of the line printed as nothing.
    public private(set) var problem: FeedError?

    /// What is shown beside the entry.
    public var surroundings = FeedSurroundings()
    /// When the content of the last line will be another by itself.
    private var nextChange: Date?
    private var marquee: Marquee?
    private var marqueeClock = MarqueeClock()

    /// Makes a feed.
    ///
    /// - Parameter lastLine: What the bar already shows, where one feed goes on for another: it is not written again.
    public init(_ options: FeedOptions, lastLine: String? = nil) {
        self.options = options
        self.lastLine = lastLine
    }

    /// The line, without its last newline, that shows `entry` at `now`; nil where the bar has it already.
    ///
    /// It has less than ``FeedFormat/maximumLineBytes`` bytes, and no newline in it but where its format has
    /// ``FeedFormat/Traits/severalLines``.
    public mutating func line(for entry: Entry, at now: Date) -> String? {
        var composer = FeedComposer(entry: entry, now: now, options: options, surroundings: surroundings)
        marqueeClock.follow(composer.subject, at: now)
        var content = composer.content()
        problem = composer.problem
        nextChange = composer.nextChange
        if options.marquee, let width = options.width, !content.text.isEmpty {
            let moving = marquee.flatMap { $0.text == content.text ? $0 : nil } ?? Marquee(content.text, width: width)
            content.text = moving.frame(at: marqueeClock.seconds(at: now))
            marquee = moving
        } else {
            marquee = nil
        }
        let line = options.format.line(for: content)
        guard line != lastLine else { return nil }
        lastLine = line
        return line
    }

    /// When to ask for the line of the same entry again, as it will have changed by itself; nil where it will not.
    public func nextWake(after now: Date) -> Date? {
        guard let marquee, let started = marqueeClock.started, let next = marquee.nextStep(after: marqueeClock.seconds(at: now)) else {
            return nextChange
        }
        let step = started.addingTimeInterval(next)
        return nextChange.map { min($0, step) } ?? step
    }
}

/// What a line may show beside its entry.
public struct FeedSurroundings: Hashable, Sendable {
    /// A picture of the cover on disk; nil where there is none, or not yet.
    public var artPath: String?
    /// The zones that may be chosen, where ``FeedFormat/Traits/zones`` asks for them.
    public var zones: [FeedZone]

    /// Makes surroundings; without any there is no picture and no zone.
    public init(artPath: String? = nil, zones: [FeedZone] = []) {
        self.artPath = artPath
        self.zones = zones
    }
}
