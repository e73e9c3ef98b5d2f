import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialTimeline

extension SuiteReader {
    private static let lineKeys = [
        "text", "tooltip", "texts", "width", "marquee", "progressClass", "percentage", "class", "icons", "clicks",
    ]

    /// Checks that the keys of a case are compatible.
    ///
    /// - Throws: ``SnapshotError`` for a contradiction.
    func check(_ snapshotCase: SnapshotSuite.Case, _ keys: Set<String>, _ place: String) throws(SnapshotError) {
        let drawsWidgets = !snapshotCase.levels.isDisjoint(with: SnapshotLevel.ofWidgets)
        if snapshotCase.template != nil, snapshotCase.kind != nil || !snapshotCase.documents.isEmpty {
            let reason =
                snapshotCase.kind == nil
                ? "documents need a kind, which makes entries of them, and not a template" : "a case needs either a template or a kind"
            throw error(place, reason)
        }
        if snapshotCase.template == nil, snapshotCase.kind == nil, drawsWidgets {
            throw error(place, "a case needs either a template or a kind")
        }
        if keys.contains("documents") {
            guard !keys.contains("entries") else { throw error(place, "a case has either entries or documents", key: "documents") }
            guard snapshotCase.kind != nil else {
                throw error(place, "documents need a kind, which makes entries of them", key: "documents")
            }
            guard keys.contains("at") else {
                throw error(
                    place, "documents need the date at which they came, as in at: 2026-01-08T20:15:04Z", key: "documents")
            }
        }
        if keys.contains("line"), !keys.contains("bars") {
            throw error(place, "a line needs the bars that it is for, as in bars: [waybar]", key: "line")
        }
        if keys.contains("bars"), !snapshotCase.levels.contains(.line) {
            throw error(place, "bars need the level line among the levels", key: "bars")
        }
    }

    /// Parses an ISO 8601 date.
    func date(_ value: JSONValue, _ place: String) throws(SnapshotError) -> Date {
        guard let date = value.string.flatMap({ Date(iso8601: $0) }) else {
            throw error(place, "a date such as 2026-01-08T20:15:04Z should stand here, not \(value.text())")
        }
        return date
    }

    /// Parses values of parameters and fields.
    func settings(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [SnapshotSuite.Case.Setting] {
        guard case .object(let members) = value else { throw error(place, "keys with values should stand here, not \(value.kind)") }
        return members.map { SnapshotSuite.Case.Setting(name: $0.key, value: Value($0.value)) }
    }

    /// Parses the names of bar formats.
    func bars(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [String] {
        let bars = try strings(value, place)
        guard !bars.isEmpty else { throw error(place, "at least one bar should stand here") }
        for (index, bar) in bars.enumerated() {
            do throws(FeedError) {
                _ = try FeedFormat.named(bar)
            } catch {
                throw self.error(value.string == nil ? "\(place)[\(index)]" : place, error.description)
            }
        }
        return bars
    }

    /// Parses the settings of lines: the keys of `feed` in the configuration and in a kind.
    func lineSettings(_ value: JSONValue, _ place: String) throws(SnapshotError) -> FeedSettings {
        var settings = FeedSettings()
        for member in try members(value, at: place, of: Self.lineKeys) {
            let (value, place) = (member.value, "\(place).\(member.key)")
            switch member.key {
            case "text": settings.text = try anyText(value, place)
            case "tooltip": settings.tooltip = try anyText(value, place)
            case "texts":
                for state in try members(value, at: place, of: FeedState.allCases.map(\.rawValue)) {
                    settings.texts[state.key] = try anyText(state.value, "\(place).\(state.key)")
                }
            case "width": settings.width = Int(saturating: try number(value, place, 1...Double(FeedOptions.maximumWidth)))
            case "marquee": settings.marquee = try flag(value, place)
            case "progressClass": settings.progressClass = try flag(value, place)
            case "percentage": settings.percentage = try anyText(value, place)
            case "class": settings.className = try anyText(value, place)
            case "icons":
                guard case .object(let icons) = value else { throw error(place, "keys with values should stand here, not \(value.kind)") }
                for icon in icons { settings.icons[icon.key] = try anyText(icon.value, "\(place).\(icon.key)") }
            default:
                for click in try members(value, at: place, of: ClickButton.allCases.map(\.rawValue)) {
                    guard let button = ClickButton(rawValue: click.key) else { continue }
                    settings.clicks[button] = try anyText(click.value, "\(place).\(click.key)")
                }
            }
        }
        do throws(FeedError) {
            _ = try FeedOptions(format: "plain", settings: settings)
        } catch {
            throw self.error(place, error.description)
        }
        return settings
    }

    /// Parses a text that may be empty.
    private func anyText(_ value: JSONValue, _ place: String) throws(SnapshotError) -> String {
        value.string?.isEmpty == true ? "" : try string(value, place)
    }
}
