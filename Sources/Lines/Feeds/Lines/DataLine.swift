import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialTimeline

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
        return Self.part(texts.first { !$0.isEmpty } ?? "").truncated(columns: columns)
    }

    var tooltip: [String] {
        let name = entry.subject?.name ?? entry.kind
        return switch state {
        case .offline: ["\(name) is not reachable", entry.problem?.message ?? ""]
        case .zoneMissing: ["\(name) is not available"]
        default: []
        }
    }

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

    var nextSecond: Date? { entry.clocks.values.compactMap { $0.nextSecond(after: now) }.min() }
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
