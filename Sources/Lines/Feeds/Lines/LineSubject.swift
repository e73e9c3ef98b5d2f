import FoundationEssentials
import SubdialBasics
import SubdialTimeline

/// The default content of an entry's line.
protocol LineSubject {
    /// The state that selects the text.
    var state: FeedState { get }
    /// The key for the user's icons in a bar: `playing`, `live`.
    var status: String { get }
    /// Returns the classes for style sheets.
    ///
    /// - Parameter given: The classes of the feed's own option.
    func classes(_ given: [String]) -> [String]
    /// The completed part, 0 to 100; nil if it is unknown.
    var percentage: Int? { get }
    /// Returns a text of at most `columns`, with the least important part truncated first.
    ///
    /// - Parameter isWide: True if the text may contain all parts.
    func text(columns: Int, isWide: Bool) -> String
    /// The lines of the tooltip.
    var tooltip: [String] { get }
    /// The default icon.
    var standardIcon: String { get }
    /// Returns the fields of the line and the commands of its menu.
    func details(percentage: Int, artPath: String?) -> FeedDetails
    /// The date at which a displayed second changes; nil if none changes.
    var nextSecond: Date? { get }
    /// The date at which ``percentage`` changes; nil if it does not change.
    var nextPercent: Date? { get }
    /// The identity of the marquee's text: if it changes, the marquee starts again.
    var marqueeKey: [String] { get }
    /// True while the marquee scrolls.
    var isMoving: Bool { get }
}

extension LineSubject {
    /// Returns the text, cleaned and truncated to the maximum width of a line.
    static func part(_ text: String) -> String { text.cleaned().trimmed().truncated(columns: FeedOptions.maximumWidth) }
}

extension FeedState {
    /// True if the content of an entry is shown by default.
    package static func showsContent(_ entry: Entry) -> Bool { LineSubjects.subject(of: entry, at: entry.date).state.showsContent }
}

/// Selects the subject of a line by the entry's kind.
enum LineSubjects {
    static func subject(of entry: Entry, at now: Date) -> any LineSubject {
        if let moment = entry.nowPlaying { NowPlayingLine(moment, at: now) } else { DataLine(entry, at: now) }
    }
}
