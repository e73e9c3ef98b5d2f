import JSON
import Playback

extension FeedFormat {
    /// One object a line for those who build their own widgets: eww, AGS, Quickshell, scripts.
    ///
    /// Every line has the same keys with the same types. What is not known is null, and a text that is not known is empty.
    static let json = FeedFormat(
        name: "json",
        aliases: ["eww", "ags", "quickshell"],
        summary: "eww, AGS, Quickshell and scripts: an object with all there is",
        setup: """
            (deflisten np :initial "{}" "exec subdial feed --format json")
            (label :text "${np.artist} – ${np.title}")
            """,
        traits: [.percentage, .seconds, .composesIdle, .artPath],
        escape: { $0 },
        compose: { content, _ in
            let details = content.details
            let line: JSONValue = [
                "text": .string(content.text), "tooltip": .string(content.tooltip), "status": .string(content.status),
                "class": .array(content.classes.map(JSONValue.string)), "title": .string(details.title), "artist": .string(details.artist),
                "album": .string(details.album), "zone": .string(details.zone), "zone_id": .string(details.zoneID),
                "source": .string(details.source), "elapsed": details.elapsed.json, "length": details.length.json,
                "percentage": .integer(Int64(content.percentage)), "volume": details.volume.map(\.json) ?? .null,
                "muted": .bool(details.volume?.isMuted ?? false), "connection": .string(details.connection),
                "art_path": details.artPath.map(JSONValue.string) ?? .null,
            ]
            return line.text()
        }
    )
}

extension Int? {
    fileprivate var json: JSONValue { map { .integer(Int64($0)) } ?? .null }
}

extension Volume {
    /// An object with `value`, `minimum`, `maximum`, `step` as numbers, `unit`, and `text` as it is shown.
    fileprivate var json: JSONValue {
        [
            "value": .double(value), "minimum": .double(scale.minimum), "maximum": .double(scale.maximum), "step": .double(scale.step),
            "unit": .string(scale.unit.rawValue), "text": .string(text),
        ]
    }
}
