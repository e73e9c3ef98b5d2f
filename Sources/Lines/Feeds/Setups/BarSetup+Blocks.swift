extension BarSetup {
    /// Programs that fill the blocks of i3bar and swaybar.
    static let blocks = [
        BarSetup(
            "i3blocks", place: "~/.config/i3blocks/config",
            text: """
                [subdial]
                command=exec subdial feed --format i3blocks --width 50
                interval=persist
                format=json
                """),
        BarSetup(
            "i3blocks-plain", place: "~/.config/i3blocks/config",
            text: """
                [subdial]
                command=subdial feed --once --format i3blocks-plain --width 50
                interval=2
                markup=pango
                """),
        BarSetup(
            "i3status-rust", "i3status-rs", place: "~/.config/i3status-rust/config.toml",
            text: """
                [[block]]
                block = "custom"
                command = "exec subdial feed --format i3status-rust --width 50"
                persistent = true
                json = true
                hide_when_empty = true
                [[block.click]]
                button = "left"
                cmd = "subdial control play-pause"
                """),
    ]
}
