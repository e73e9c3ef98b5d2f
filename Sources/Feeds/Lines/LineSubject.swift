import FoundationEssentials
import Timeline

/// What a line says of an entry where nobody asks for something else.
protocol LineSubject {
    /// The state whose text is shown.
    var state: FeedState { get }
    /// The key under which people keep an icon: `playing`, `live`.
    var status: String { get }
    /// Words to style by.
    ///
    /// - Parameter given: The words that the feed's own class gives.
    func classes(_ given: [String]) -> [String]
    /// How much of it is done, 0 to 100; nil where nothing tells.
    var percentage: Int? { get }
    /// A text of at most `columns`, the less important cut first.
    ///
    /// - Parameter isWide: True where all there is may be told.
    func text(columns: Int, isWide: Bool) -> String
    /// The lines of the tooltip.
    var tooltip: [String] { get }
    /// The sign of a subject that has none of its own.
    var standardIcon: String { get }
    /// The fields of the line, and the commands of its menu.
    func details(percentage: Int, artPath: String?) -> FeedDetails
    /// When a second that is shown is another; nil where none runs.
    var nextSecond: Date? { get }
    /// When ``percentage`` is another; nil where it stands still.
    var nextPercent: Date? { get }
    /// What moves through a marquee: another key begins anew.
    var marqueeKey: [String] { get }
    /// True while a marquee moves.
    var isMoving: Bool { get }
}

extension LineSubject {
    /// A clean text of a width that every line has room for.
    static func part(_ text: String) -> String { text.cleaned().trimmed().truncated(columns: FeedOptions.maximumWidth) }
}

extension FeedState {
    /// True where an entry's content is shown unless something else is asked for.
    public static func showsContent(_ entry: Entry) -> Bool { LineSubjects.subject(of: entry, at: entry.date).state.showsContent }
}

/// Chooses what a line says by the entry's kind.
enum LineSubjects {
    static func subject(of entry: Entry, at now: Date) -> any LineSubject {
        if let moment = entry.nowPlaying { NowPlayingLine(moment, at: now) } else { DataLine(entry, at: now) }
    }
}
