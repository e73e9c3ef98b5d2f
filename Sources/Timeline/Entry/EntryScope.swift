import Expressions
import FoundationEssentials

/// What an expression sees of an entry at a moment.
public struct EntryScope: Scope, Sendable {
    /// The entry whose fields the names stand for; of a locked subject only what may be seen.
    public let entry: Entry
    /// The moment at which positions and ages are told.
    public let now: Date
    /// The cover's colours, where there is a picture to draw.
    public let palette: Value
    /// The zones in which dates are told.
    public var timeZones = TimeZones()
    private let reader: any EntryReader
    private let isForTemplate: Bool

    /// Makes the scope of a line, or with `palette` that of a template.
    public init(_ entry: Entry, at now: Date, palette: Value? = nil) {
        let entry = entry.disclosed
        self.entry = entry
        self.now = now
        self.palette = palette ?? .missing
        isForTemplate = palette != nil
        reader = entry.schema.reader(entry, at: now)
    }

    /// The names to suggest: those of the kind for lines or templates, and those of data that come and go.
    public var names: [String] { (isForTemplate ? entry.schema.allNames : entry.schema.lineNames) + openNames }

    private var openNames: [String] {
        guard entry.schema.hasOpenNames, case .map(let members)? = entry.values["metadata"] else { return [] }
        return Array(members.keys)
    }

    /// The value of `name` at `now`; nil where there is no such name.
    public func value(of name: String) -> Value? {
        if let value = reader.value(of: name) { return value }
        return switch name {
        case "subject": Self.text(entry.subject?.name)
        case "subject_id": Self.text(entry.subject?.id)
        case "source": Self.text(entry.subject?.source)
        case "locked": .bool(entry.subject?.isLocked ?? false)
        case "status", "connection": .string(entry.freshness.rawValue)
        case "live": .bool(entry.freshness == .live)
        case "stale": .bool(entry.freshness == .stale)
        case "offline": .bool(entry.freshness == .offline)
        case "missing": .bool(entry.freshness == .missing)
        case "age": .string(Self.age(entry.age(at: now)))
        case "problem": Self.text(entry.problem?.message)
        case "at": .date(entry.date)
        case "now": .date(now)
        case "palette": palette
        default: nil
        }
    }

    /// As the kind has them in lines, and as JSON has them in templates.
    public var dialect: Dialect { isForTemplate ? .standard : entry.schema.lineDialect }

    /// When the value of `name` prints otherwise by itself.
    public func nextChange(of name: String) -> Date? {
        if let change = reader.nextChange(of: name) { return change }
        return switch name {
        case "age": entry.nextAge(after: now)
        case "now": now.nextSecond
        default: nil
        }
    }

    /// How fast the value of `name` grows, in units a second; nil where it stands still, or does not grow evenly.
    public func rate(of name: String) -> Double? { reader.rate(of: name) }

    /// A text, or nothing where it is empty.
    public static func text(_ text: String?) -> Value {
        guard let text, !text.isEmpty else { return .missing }
        return .string(text)
    }

    /// How long ago something was, in words: `just now`, `2 min ago`, `3 h ago`, `5 d ago`.
    static func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "just now"
        case ..<3600: "\(Int(saturating: seconds / 60)) min ago"
        case ..<86400: "\(Int(saturating: seconds / 3600)) h ago"
        default: "\(Int(saturating: seconds / 86400)) d ago"
        }
    }
}
