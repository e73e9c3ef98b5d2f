import Expressions
import JSON

extension FeedFormat {
    /// Waybar's `custom` modules with `"return-type": "json"`.
    ///
    /// Every line has the same five keys. The empty line hides the module, in every version and whatever its `format`.
    static let waybar = FeedFormat(
        name: "waybar",
        summary: "Waybar, a custom module with return-type json",
        setup: """
            "custom/subdial": {
                "exec": "exec subdial feed --format waybar --width 50",
                "return-type": "json",
                "format": "{icon} {}",
                "format-icons": { "playing": "▶", "paused": "⏸" },
                "on-click": "subdial control play-pause",
                "on-click-middle": "subdial control previous",
                "on-click-right": "subdial control next",
                "on-scroll-up": "subdial control volume up",
                "on-scroll-down": "subdial control volume down"
            }
            """,
        traits: .percentage,
        escape: \.markupEscaped,
        compose: { content, escape in
            let line: JSONValue = [
                "text": .string(escape(content.text)),
                "alt": .string(content.status),
                "class": .array(content.classes.map(JSONValue.string)),
                "tooltip": .string(escape(content.tooltip)),
                "percentage": .integer(Int64(content.percentage)),
            ]
            return line.text()
        }
    )
}
