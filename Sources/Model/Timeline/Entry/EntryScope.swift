import FoundationEssentials
import SubdialBasics
import SubdialExpressions

/// The variables of an expression over an entry at a time.
public struct EntryScope: Scope, Sendable {
    /// The entry that provides the values; for a locked subject only its public part.
    public let entry: Entry
    /// The time of positions and ages.
    public let now: Date
    /// The colours of the cover; `missing` outside of templates.
    public let palette: Value
    /// The time zones of dates.
    public var timeZones = TimeZones()
    private let reader: any EntryReader
    private let isForTemplate: Bool

    /// Creates the scope of a line, or that of a template if `palette` is given.
    public init(_ entry: Entry, at now: Date, palette: Value? = nil) {
        let entry = entry.disclosed
        self.entry = entry
        self.now = now
        self.palette = palette ?? .missing
        isForTemplate = palette != nil
        reader = entry.content.reader(of: entry, at: now)
    }

    /// The names to suggest: those of the kind for lines or templates, and those of the metadata.
    public var names: [String] { (isForTemplate ? entry.schema.allNames : entry.schema.lineNames) + reader.openNames }

    /// The value of `name` at `now`; nil for an unknown name.
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

    /// The dialect of the kind in lines; the standard dialect in templates.
    public var dialect: Dialect { isForTemplate ? .standard : entry.schema.lineDialect }

    /// The time at which the printed value of `name` changes by itself; nil for never.
    public func nextChange(of name: String) -> Date? {
        if let change = reader.nextChange(of: name) { return change }
        return switch name {
        case "age": entry.nextAge(after: now)
        case "now": now.nextSecond
        default: nil
        }
    }

    /// The constant rate of change of `name`, in units per second; nil if it is constant or changes irregularly.
    public func rate(of name: String) -> Double? { reader.rate(of: name) }

    /// A text value; missing for an empty text.
    public static func text(_ text: String?) -> Value {
        guard let text, !text.isEmpty else { return .missing }
        return .string(text)
    }

    /// The age as text: `just now`, `2 min ago`, `3 h ago`, `5 d ago`.
    private static func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "just now"
        case ..<3600: "\(Int(saturating: seconds / 60)) min ago"
        case ..<86400: "\(Int(saturating: seconds / 3600)) h ago"
        default: "\(Int(saturating: seconds / 86400)) d ago"
        }
    }
}
