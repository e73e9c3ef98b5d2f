import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialPlayback
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
    /// Returns a text of at most `columns`, with the least important part truncated first, and of exactly `columns` if one was truncated.
    ///
    /// - Parameter isWide: True if the text may contain all parts.
    func text(columns: Int, isWide: Bool) -> String
    /// Returns the lines of the tooltip.
    ///
    /// - Parameter timeZones: The time zones for dates.
    func tooltip(in timeZones: TimeZones) -> [String]
    /// The keys of the user's icons, the most specific one first.
    var iconKeys: [String] { get }
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

/// The line of a kind other than `now-playing`, made of its fields.
struct DataLine: LineSubject {
    private let entry: Entry
    private let now: Date
    private let scope: EntryScope
    let state: FeedState

    init(_ entry: Entry, at now: Date) {
        self.entry = entry
        self.now = now
        scope = EntryScope(entry, at: now)
        state = FeedState(entry.freshness)
    }

    var status: String { entry.freshness == .stale ? "stale" : state.rawValue }

    func classes(_ given: [String]) -> [String] {
        [entry.kind.styleName] + (given.isEmpty || state != .live ? [state.rawValue] : given) + (entry.freshness == .stale ? ["stale"] : [])
    }

    /// Only the feed's own option defines a percentage.
    var percentage: Int? { nil }

    /// Returns the first field that is not empty.
    func text(columns: Int, isWide: Bool) -> String {
        guard state == .live else { return "" }
        let texts = entry.schema.fields.lazy.compactMap { scope.value(of: $0.name)?.text(scope.dialect) }
        return Self.part(texts.first { !$0.isEmpty } ?? "").fitted(columns: columns)
    }

    func tooltip(in timeZones: TimeZones) -> [String] {
        let name = entry.subject?.name ?? entry.kind
        return switch state {
        case .offline: ["\(name) is not reachable", entry.problem?.message ?? ""]
        case .zoneMissing: ["\(name) is not available"]
        default: []
        }
    }

    var iconKeys: [String] { [entry.subject?.name, entry.subject?.id, entry.subject?.source].compactMap { $0 } }
    var standardIcon: String { "" }

    func details(percentage: Int, artPath: String?) -> FeedDetails {
        var fields = [
            FeedField("kind", .text(Self.part(entry.kind)), isTag: true), FeedField("percentage", .integer(percentage), isTag: true),
            FeedField("connection", .text(entry.freshness.rawValue), isTag: true),
            FeedField("art_path", artPath.map { .text($0) } ?? .nothing),
        ]
        let taken = Set(fields.map(\.name) + ["text", "tooltip", "status", "class"])
        for field in entry.schema.fields where !taken.contains(field.name) {
            let value = scope.value(of: field.name) ?? .missing
            let isShort =
                switch value {
                case .list, .map, .missing: false
                default: true
                }
            fields.append(FeedField(field.name, .init(value, scope.dialect), isTag: isShort))
        }
        return FeedDetails(fields: fields, subjectID: entry.subject?.id.cleaned() ?? entry.kind, artPath: artPath)
    }

    var nextSecond: Date? { entry.fields.clocks.values.compactMap { $0.nextSecond(after: now) }.min() }
    var nextPercent: Date? { nil }
    var marqueeKey: [String] { [entry.kind, entry.subject?.id ?? ""] }
    var isMoving: Bool { entry.freshness == .live }
}

extension FeedField.Value {
    /// Creates the value of a field from that of an expression, with cleaned texts.
    init(_ value: Value, _ dialect: Dialect) {
        self =
            switch value {
            case .missing: .nothing
            case .bool(let flag): .flag(flag)
            case .integer(let number): Int(exactly: number).map(FeedField.Value.integer) ?? .double(Double(number))
            case .unsigned(let number): .double(Double(number))
            case .double(let number): number.isFinite ? .double(number) : .nothing
            case .duration(let seconds): seconds.isFinite ? .double(seconds) : .nothing
            case .string(let text): .text(text.cleaned().trimmed().truncated(columns: FeedOptions.maximumWidth))
            case .date: .text(value.text(dialect))
            case .list(let values): .list(values.map { Self($0, dialect) })
            case .map(let members):
                .object(members.sorted { $0.key < $1.key }.map { FeedField($0.key, Self($0.value, dialect)) })
            }
    }
}

extension FeedState {
    /// Creates the state of an entry.
    ///
    /// A stale entry has the state of its last data: the last good line stays until the source counts as gone.
    package init(_ moment: NowPlaying) {
        self =
            switch (moment.freshness, moment.status) {
            case (.offline, _): .offline
            case (.missing, _): .zoneMissing
            case (_, .loading): .loading
            case _ where moment.track == nil: .stopped
            case (_, .playing): .playing
            case (_, .paused): .paused
            case (_, .stopped), (_, .unknown): .stopped
            }
    }
}

extension Volume {
    /// An object with the members of the scale, and `text` for display; the line has `muted` separately.
    var fieldValue: FeedField.Value {
        .object(scaleMembers.map { FeedField($0.key, FeedField.Value(Value($0.value), .standard)) } + [FeedField("text", .text(text))])
    }
}

/// Fits artist, title and album into one line, and truncates the least important first.
enum Fitting {
    private static let separator = " – "

    /// Returns a text for `track` of at most `columns`.
    ///
    /// The album is included only if it fits completely and differs from the title. The artist is truncated first, down to a quarter of the
    /// line, then the title. A line that is too short for both contains only the title. Without a title, the text is the album or the artist.
    /// Several parts in a line are isolated from each other. A line with a truncated part has exactly `columns`.
    static func line(for track: Track, columns: Int, albumToo: Bool = false) -> String {
        let title = track.title.cleaned().trimmed()
        let artist = track.artist.cleaned().trimmed()
        guard !title.isEmpty else {
            let name = [track.album.cleaned().trimmed(), artist].first { !$0.isEmpty } ?? ""
            return name.fitted(columns: columns)
        }
        let album = track.album.cleaned().trimmed()
        if albumToo, !album.isEmpty, album != title {
            let full = [artist, title, album].filter { !$0.isEmpty }.map(\.isolated).joined(separator: separator)
            if full.displayWidth <= columns { return full }
        }
        guard !artist.isEmpty else { return title.fitted(columns: columns) }
        let full = artist.isolated + separator + title.isolated
        guard full.displayWidth > columns else { return full }
        let room = columns - separator.displayWidth
        guard room >= 16 else { return title.fitted(columns: columns) }
        let shortArtist = artist.truncated(columns: max(room - title.displayWidth, room / 4))
        let shortTitle = title.truncated(columns: room - shortArtist.displayWidth)
        return (shortArtist.isolated + separator + shortTitle.isolated).padded(columns: columns)
    }
}
