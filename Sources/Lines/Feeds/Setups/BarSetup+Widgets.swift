extension BarSetup {
    /// Toolkits with widgets that read objects, and lock screens.
    static let widgets = [
        // In `:text`, eww reads backslashes as escapes.
        BarSetup(
            "eww", place: "~/.config/eww/eww.yuck",
            text: """
                (deflisten np :initial "{}" "exec subdial feed --format json")
                (defwidget now-playing []
                  (eventbox :onclick "subdial control play-pause"
                    (box :space-evenly false :spacing 8
                      (image :visible {(np.art_path ?: "") != ""} :path {np.art_path ?: ""} :image-width 32)
                      (label :markup {replace(replace(np.text ?: "", "&", "&amp;"), "<", "&lt;")}))))
                """),
        BarSetup(
            "ags", place: "a component of AGS 3, such as ~/.config/ags/widget/NowPlaying.tsx",
            text: """
                import { createSubprocess, execAsync } from "ags/process"

                const nowPlaying = createSubprocess({ text: "" }, ["subdial", "feed", "--format", "json"], (line) => JSON.parse(line))

                export const NowPlaying = () => (
                    <button onClicked={() => execAsync(["subdial", "control", "play-pause"])}>
                        <label label={nowPlaying((entry) => entry.text)} />
                    </button>
                )
                """),
        BarSetup(
            "quickshell", place: "a component, such as ~/.config/quickshell/NowPlaying.qml",
            text: """
                import QtQuick
                import Quickshell
                import Quickshell.Io

                Text {
                    property var entry: ({ text: "" })
                    text: entry.text
                    textFormat: Text.PlainText
                    MouseArea {
                        anchors.fill: parent
                        onClicked: Quickshell.execDetached(["subdial", "control", "play-pause"])
                    }
                    Process {
                        running: true
                        command: ["subdial", "feed", "--format", "json"]
                        stdout: SplitParser { onRead: line => entry = JSON.parse(line) }
                    }
                }
                """),
        BarSetup("json", text: "subdial feed --format json"),
        // hyprlock would compute what is between two braces, so that the shell joins them.
        BarSetup(
            "hyprlock", "pango", place: "~/.config/hypr/hyprlock.conf",
            text: """
                label {
                    text = cmd[update:1000] subdial feed --once --format pango
                    position = 0, -130
                }
                image {
                    reload_time = 2
                    reload_cmd = subdial feed --once --text '{''{ art_path }}' --art-size 256
                }
                """),
    ]
}
