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
