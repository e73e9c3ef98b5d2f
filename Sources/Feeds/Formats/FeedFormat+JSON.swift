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
        escape: .verbatim,
        compose: { content, escape in
            let details = content.details
            func text(_ text: String) -> BarField { .text(escape(text)) }
            return .json([
                "text": text(content.text), "tooltip": text(content.tooltip), "status": text(content.status),
                "class": .texts(content.classes.map { escape($0) }), "title": text(details.title), "artist": text(details.artist),
                "album": text(details.album), "zone": text(details.zone), "zone_id": text(details.zoneID), "source": text(details.source),
                "elapsed": details.elapsed.map(BarField.integer) ?? .nothing, "length": details.length.map(BarField.integer) ?? .nothing,
                "percentage": .integer(content.percentage), "volume": details.volume.map { $0.field(escape) } ?? .nothing,
                "muted": .flag(details.volume?.isMuted ?? false), "connection": text(details.connection),
                "art_path": details.artPath.map(text) ?? .nothing,
            ])
        }
    )
}

extension Volume {
    /// An object with `value`, `minimum`, `maximum`, `step` as numbers, `unit`, and `text` as it is shown.
    fileprivate func field(_ escape: BarEscaping) -> BarField {
        .object([
            "value": .double(value), "minimum": .double(scale.minimum), "maximum": .double(scale.maximum), "step": .double(scale.step),
            "unit": .text(escape(scale.unit.rawValue)), "text": .text(escape(text)),
        ])
    }
}
