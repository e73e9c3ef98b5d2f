extension FeedFormat {
    /// Argos for GNOME, kargos for KDE, and xbar and SwiftBar elsewhere: a line for the panel, then a menu of transport and zones.
    ///
    /// A vertical bar begins a line's attributes and cannot be escaped: one that looks alike takes its place.
    static let argos = FeedFormat(
        name: "argos",
        aliases: ["kargos", "xbar"],
        summary: "Argos, kargos and xbar: a line with a menu of zones and transport",
        setup: """
            #!/bin/sh
            # ~/.config/argos/subdial.r.2s.sh
            exec subdial feed --once --format argos --width 40
            """,
        traits: [.composesIdle, .severalLines, .zones, .polled],
        escape: { $0.replacing("|", with: "￨") },
        compose: { content, escape in
            let plain = "useMarkup=false emojize=false unescape=false ansi=false trim=false"
            // Without a button there is nothing to open the menu by.
            var lines = ["\(escape(content.text.isEmpty ? "♪" : content.text)) | \(plain)", "---"]
            func item(_ text: String, _ command: String) {
                guard !command.contains("\"") else { return lines.append("\(escape(text)) | \(plain)") }
                lines.append("\(escape(text)) | bash=\"\(command)\" terminal=false refresh=true \(plain)")
            }
            for line in content.tooltip.split(separator: "\n") { lines.append("\(escape(String(line))) | \(plain)") }
            if !content.tooltip.isEmpty { lines.append("---") }
            item(content.status == "playing" ? "Pause" : "Play", content.actions.command + " play-pause")
            item("Next", content.actions.command + " next")
            item("Previous", content.actions.command + " previous")
            if !content.details.zones.isEmpty { lines.append("---") }
            for zone in content.details.zones {
                let name = "\(zone.isLocked ? "🔒 " : "")\(zone.isShown ? "● " : "")\(zone.name)"
                if zone.isLocked {
                    lines.append("\(escape(name)) | \(plain)")
                } else {
                    item(name, "subdial control zone \(zone.id.shellQuoted)")
                }
            }
            return lines.joined(separator: "\n")
        }
    )
}
