import Expressions
import FoundationEssentials
import Timeline

/// An entry's scope with clean texts, so that only what a template's author writes can break a line, and with the names that only lines
/// have.
struct FeedScope: Scope {
    /// The names that a line knows beside those of an entry.
    static let ownNames = ["dynamic", "icon", "status_icon", "art_path"]

    let base: EntryScope
    let icons: FeedIcons
    let artPath: String?
    let subject: any LineSubject
    /// Where changes that come by themselves are noted.
    let changes: NextChange?
    /// Artist, title and album, as wide as the rest of the line lets them be.
    var dynamic = ""

    func value(of name: String) -> Value? {
        switch name {
        case "dynamic": dynamic.isEmpty ? .missing : .string(dynamic)
        case "icon": .string(icons.icon(of: base.entry.subject, else: subject.standardIcon))
        case "status_icon": .string(icons.icon(of: subject.state))
        case "art_path": artPath.map(Value.string) ?? .missing
        default: base.value(of: name)?.cleaned
        }
    }

    var names: [String] { base.names + Self.ownNames }
    var dialect: Dialect { base.dialect }
    var timeZones: TimeZones { base.timeZones }
    func nextChange(of name: String) -> Date? { base.nextChange(of: name) }
}

/// The signs that stand for zones, for what serves them, and for states.
public struct FeedIcons: Hashable, Sendable {
    /// Signs by a zone's name or id, a source, a state's name, or `default`.
    public var signs: [String: String]

    /// Makes signs; what is left out has a sign that every font has.
    public init(_ signs: [String: String] = [:]) {
        self.signs = signs
    }

    /// The zone's own sign, or that of what serves it.
    func icon(of zone: Subject?, else standard: String) -> String {
        let names = [zone?.name, zone?.id, zone?.source, "default"].compactMap { $0 }
        return names.lazy.compactMap { signs[$0] }.first ?? standard
    }

    func icon(of state: FeedState) -> String {
        signs[state.rawValue]
            ?? {
                switch state {
                case .playing: "▶"
                case .paused: "⏸"
                case .stopped: "⏹"
                case .live: ""
                case .loading: "…"
                case .offline, .zoneMissing: "⚠"
                }
            }()
    }
}

extension Value {
    fileprivate var cleaned: Value {
        switch self {
        case .string(let text): .string(text.cleaned().trimmed())
        case .list(let values): .list(values.map(\.cleaned))
        case .map(let members): .map(members.mapValues(\.cleaned))
        case .missing, .bool, .integer, .unsigned, .double, .duration, .date: self
        }
    }
}
