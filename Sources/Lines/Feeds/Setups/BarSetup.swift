import SubdialExpressions

/// The ready-made configuration with which a bar shows a feed.
///
/// `subdial doctor --bar NAME` prints it, and Documentation/bars.md contains it. ``all`` lists the setups; they are in the files of
/// ``Setups``.
package struct BarSetup: Sendable {
    /// The names of this setup, with the bar's own name first.
    package let names: [String]
    /// The file or dialog for the text; nil if the text is a shell command.
    package let place: String?
    /// The configuration, without a final newline.
    package let text: String

    init(_ names: String..., place: String? = nil, text: String) {
        self.names = names
        self.place = place
        self.text = text
    }

    /// All setups, in the order of the documentation.
    package static let all: [BarSetup] = bars + blocks + widgets + panels + prompts + files

    /// Returns the setup of a bar.
    ///
    /// - Parameter name: The name of the bar, or that of a format of ``FeedFormat``.
    /// - Throws: ``FeedError/unknownBar(_:)``.
    package static func named(_ name: String) throws(FeedError) -> BarSetup {
        guard let setup = all.first(where: { $0.names.contains(name) }) else { throw .unknownBar(name) }
        return setup
    }
}

extension BarSetup {
    /// Bars that run a command or read lines.
    private static let bars = [
        BarSetup(
            "waybar", place: "~/.config/waybar/config.jsonc; add \"custom/subdial\" to a list of modules",
            text: """
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
                """),
        BarSetup(
            "i3bar", "swaybar", place: "~/.config/i3/config or ~/.config/sway/config",
            text: """
                bar {
                    status_command exec subdial feed --format i3bar --width 60
                }
                """),
        BarSetup(
            "polybar", place: "~/.config/polybar/config.ini; add subdial to a list of modules",
            text: """
                [module/subdial]
                type = custom/script
                exec = exec subdial feed --format polybar --width 50
                tail = true
                """),
        BarSetup("lemonbar", text: "subdial feed --format lemonbar --width 50 | lemonbar -p | sh"),
        BarSetup(
            "xmobar", place: "the commands of ~/.config/xmobar/xmobarrc; add %subdial% to its template",
            text: #"Run CommandReader "exec subdial feed --format xmobar --width 50" "subdial""#),
        // yambar accepts only absolute paths, and the shell finds subdial in any folder of the PATH. Before the first line, yambar shows a tag
        // by its name, `{text}`: no condition applies then, and there is no default.
        BarSetup(
            "yambar", place: "a list of modules in ~/.config/yambar/config.yml",
            text: """
                - script:
                    path: /bin/sh
                    args: [-c, "exec subdial feed --format yambar --width 50"]
                    content:
                      map:
                        on-click:
                          left: subdial control play-pause
                          middle: subdial control previous
                          right: subdial control next
                          wheel-up: subdial control volume up
                          wheel-down: subdial control volume down
                        conditions:
                          text != "" && status == paused: { string: { text: "⏸ {text}" } }
                          text != "": { string: { text: "{text}" } }
                """),
        BarSetup(
            "tmux", place: "~/.tmux.conf",
            text: """
                set -g status-interval 5
                set -g status-right-length 60
                set -g status-right '#(exec subdial feed --format tmux --width 60)'
                """),
        BarSetup(
            "ironbar", place: "a list of modules in ~/.config/ironbar/config.json",
            text: """
                {
                    "type": "script",
                    "mode": "watch",
                    "cmd": "exec subdial feed --format pango --width 50",
                    "on_click_left": "subdial control play-pause",
                    "on_click_right": "subdial control next",
                    "on_scroll_up": "subdial control volume up",
                    "on_scroll_down": "subdial control volume down"
                }
                """),
    ]
}

extension BarSetup {
    /// Programs that fill the blocks of i3bar and swaybar.
    private static let blocks = [
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

extension BarSetup {
    /// Desktop panels, and Conky.
    private static let panels = [
        BarSetup(
            "genmon", place: "the properties of Xfce's Generic Monitor",
            text: """
                Command: subdial feed --once --format genmon --width 50 --art-size 24
                Label: off
                Period (s): 1
                """),
        BarSetup(
            "argos", place: "an executable file ~/.config/argos/subdial.r.2s.sh",
            text: """
                #!/bin/sh
                exec subdial feed --once --format argos --width 40
                """),
        BarSetup(
            "kargos", place: "the settings of Plasma's Kargos widget",
            text: """
                Command line or executable path: subdial feed --once --format kargos --width 40
                Interval in seconds: 2
                """),
        BarSetup(
            "conky", place: "conky.text in ~/.config/conky/conky.conf", text: "${execi 1 subdial feed --once --format plain --width 60}"),
    ]
}

extension BarSetup {
    /// Shell prompts.
    private static let prompts = [
        BarSetup(
            "bash", place: "~/.bashrc",
            text: #"""
                PROMPT_COMMAND='SUBDIAL=$(subdial feed --once --format plain --width 30)'
                PS1='[$SUBDIAL] \w \$ '
                """#),
        BarSetup(
            "zsh", place: "~/.zshrc",
            text: """
                setopt prompt_subst
                RPROMPT='$(subdial feed --once --format zsh --width 30)'
                """),
    ]

    /// Programs that read files or lines.
    private static let files = [
        BarSetup("file", "obs", text: "subdial feed --format file --output ~/.cache/now-playing.txt"),
        BarSetup("plain", text: "subdial feed --format plain"),
    ]
}
