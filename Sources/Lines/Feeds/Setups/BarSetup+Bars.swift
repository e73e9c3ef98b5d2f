extension BarSetup {
    /// Bars that run a command or read lines.
    static let bars = [
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
