import FoundationEssentials
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialTimeline

/// The scope of an entry with cleaned texts and the additional names of lines.
///
/// Because the texts are cleaned, only literals of a template can contain line breaks.
struct FeedScope: Scope {
    let base: EntryScope
    let icons: FeedIcons
    let artPath: String?
    let subject: any LineSubject
    /// Records the changes that happen without a new entry.
    let changes: NextChange?
    /// Artist, title and album, in the width that the rest of the line leaves.
    var dynamic = ""

    func value(of name: String) -> Value? {
        switch name {
        case "dynamic": dynamic.isEmpty ? .missing : .string(dynamic)
        case "icon": .string(icons.icon(subject.iconKeys, else: subject.standardIcon))
        case "status_icon": .string(icons.icon(of: subject.state))
        case "art_path": artPath.map(Value.string) ?? .missing
        default: base.value(of: name)?.mappingTexts { $0.cleaned().trimmed() }
        }
    }

    var names: [String] { base.names + FeedSettings.ownNames }
    var dialect: Dialect { base.dialect }
    var timeZones: TimeZones { base.timeZones }
    func nextChange(of name: String) -> Date? { base.nextChange(of: name) }
}

/// The icons of zones, players, sources and states.
package struct FeedIcons: Hashable, Sendable {
    /// The icons by a zone's name or id, a player's name, a source, a state's name, or `default`.
    private var signs: [String: String]

    /// Creates icons; the omitted ones have a default that every font contains.
    package init(_ signs: [String: String] = [:]) {
        self.signs = signs
    }

    /// Returns the icon of the first of `keys` that has one, or that of `default`.
    fileprivate func icon(_ keys: [String], else standard: String) -> String {
        (keys + ["default"]).lazy.compactMap { signs[$0] }.first ?? standard
    }

    fileprivate func icon(of state: FeedState) -> String {
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
