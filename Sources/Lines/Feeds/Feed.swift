import FoundationEssentials
import SubdialExpressions
import SubdialTimeline

/// Composes the lines of one feed from the entries of a subject.
///
/// It stores the state that a line depends on besides the entry: the previous line, and the start of the marquee. It reads no clock.
package struct Feed: Sendable {
    /// The options of the lines.
    package let options: FeedOptions
    /// The last line that the bar received; nil before the first line.
    package private(set) var lastLine: String?
    /// The first error of an expression in the last line.
    ///
    /// The expression evaluates to an empty text.
    package private(set) var problem: FeedError?

    /// The data for the line besides the entry.
    package var surroundings = FeedSurroundings()
    /// The date at which the content of the last line changes without a new entry.
    private var nextChange: Date?
    private var marquee: Marquee?
    private var marqueeClock = MarqueeClock()

    /// Creates a feed.
    ///
    /// - Parameter lastLine: The line that the bar already shows, if this feed continues another one; it is not written again.
    package init(_ options: FeedOptions, lastLine: String? = nil) {
        self.options = options
        self.lastLine = lastLine
    }

    /// Returns the line that shows `entry` at `now`, without its final newline; nil if the bar already shows it.
    ///
    /// It is shorter than ``FeedFormat/maximumLineBytes``. It contains newlines only if its format has ``FeedFormat/Traits/severalLines``.
    package mutating func line(for entry: Entry, at now: Date) -> String? {
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

    /// Returns the date at which the line of the same entry changes; nil if it does not change.
    package func nextWake(after now: Date) -> Date? {
        guard let marquee, let started = marqueeClock.started, let next = marquee.nextStep(after: marqueeClock.seconds(at: now)) else {
            return nextChange
        }
        let step = started.addingTimeInterval(next)
        return nextChange.map { min($0, step) } ?? step
    }
}

/// The data for a line besides its entry.
package struct FeedSurroundings: Hashable, Sendable {
    /// The path of a cover picture on disk; nil if there is none yet.
    package var artPath: String?
    /// The zones for a menu, for formats with ``FeedFormat/Traits/zones``.
    package var zones: [FeedZone]

    /// Creates surroundings; by default without a picture and without zones.
    package init(artPath: String? = nil, zones: [FeedZone] = []) {
        self.artPath = artPath
        self.zones = zones
    }
}
