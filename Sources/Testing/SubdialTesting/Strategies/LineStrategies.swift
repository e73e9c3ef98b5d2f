import SubdialFeeds
import SubdialKinds
import SubdialSnapshots
import SubdialTimeline

extension SnapshotStrategy where Value == Entry, Format == String {
    /// The line of a bar for an entry, as `subdial feed` writes it.
    ///
    /// - Parameters:
    ///   - text: The text of the line, as in `--text`; nil for the kind's own.
    ///   - tooltip: The text of the tooltip; nil for the kind's own.
    ///   - width: The maximum width in columns; nil for unlimited.
    ///   - moments: Seconds after the entry's date, with one line each.
    public static func line(
        _ bar: BarName, text: String? = nil, tooltip: String? = nil, width: Int? = nil, moments: [Double] = [0]
    ) -> Self {
        SnapshotStrategy<[Entry], String>.line(bar, text: text, tooltip: tooltip, width: width, moments: moments).pullback { [$0] }
    }
}

extension SnapshotStrategy where Value == [Entry], Format == String {
    /// The lines of a bar for consecutive entries.
    ///
    /// The parameters are those for a single entry; moments are relative to the first entry.
    public static func line(
        _ bar: BarName, text: String? = nil, tooltip: String? = nil, width: Int? = nil, moments: [Double] = [0]
    ) -> Self {
        var settings = FeedSettings()
        settings.text = text
        settings.tooltip = tooltip
        settings.width = width
        return .line(bar, settings, moments: moments)
    }

    /// The lines of a bar, with all settings of a feed.
    public static func line(_ bar: BarName, _ settings: FeedSettings, moments: [Double] = [0]) -> Self {
        Self(levels: [.line], words: [bar.name]) { .lines(.entries($0), bar: bar.name, settings, moments) }
    }

    /// The entries, the changes between them, and the times at which a widget must be drawn again.
    public static var timeline: Self { Self(levels: [.timeline], words: ["timeline"]) { .timeline(.entries($0)) } }
}

extension SnapshotStrategy where Value == KindDocument, Format == String {
    /// The lines of a bar for the entries that a kind makes of a document.
    ///
    /// Settings that are nil are those of the kind; moments are relative to the date of the document.
    public static func line(_ bar: BarName, _ settings: FeedSettings = FeedSettings(), moments: [Double] = [0]) -> Self {
        Self(levels: [.line], words: [bar.name]) { .lines(.document($0), bar: bar.name, settings, moments) }
    }

    /// The timeline that a kind makes of a document.
    public static var timeline: Self { Self(levels: [.timeline], words: ["timeline"]) { .timeline(.document($0)) } }
}

/// A status bar or another reader of lines, by its format name in `subdial feed --list`.
public struct BarName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name, such as `waybar`.
    public let name: String

    /// Makes a name.
    public init(_ name: String) { self.name = name }

    /// Makes a name.
    public init(stringLiteral name: String) { self.init(name) }
}

extension BarName {
    /// All names with a constant here.
    public static let all: [BarName] = [
        .waybar, .i3bar, .i3blocks, .i3blocksPlain, .i3statusRust, .polybar, .lemonbar, .xmobar, .yambar, .tmux, .json, .pango,
        .genmon, .argos, .kargos, .conky, .zsh, .bash, .file, .plain,
    ]

    /// `waybar`.
    public static let waybar: BarName = "waybar"
    /// `i3bar`.
    public static let i3bar: BarName = "i3bar"
    /// `i3blocks`.
    public static let i3blocks: BarName = "i3blocks"
    /// `i3blocks-plain`.
    public static let i3blocksPlain: BarName = "i3blocks-plain"
    /// `i3status-rust`.
    public static let i3statusRust: BarName = "i3status-rust"
    /// `polybar`.
    public static let polybar: BarName = "polybar"
    /// `lemonbar`.
    public static let lemonbar: BarName = "lemonbar"
    /// `xmobar`.
    public static let xmobar: BarName = "xmobar"
    /// `yambar`.
    public static let yambar: BarName = "yambar"
    /// `tmux`.
    public static let tmux: BarName = "tmux"
    /// `json`.
    public static let json: BarName = "json"
    /// `pango`.
    public static let pango: BarName = "pango"
    /// `genmon`.
    public static let genmon: BarName = "genmon"
    /// `argos`.
    public static let argos: BarName = "argos"
    /// `kargos`.
    public static let kargos: BarName = "kargos"
    /// `conky`.
    public static let conky: BarName = "conky"
    /// `zsh`.
    public static let zsh: BarName = "zsh"
    /// `bash`.
    public static let bash: BarName = "bash"
    /// `file`.
    public static let file: BarName = "file"
    /// `plain`.
    public static let plain: BarName = "plain"
}
