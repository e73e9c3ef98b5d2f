/// What each button does on a line, as the words behind `subdial control`.
public struct ClickActions: Hashable, Sendable {
    /// What players' own bars have made people expect: play and pause, the track before and after, the volume.
    public static let standard: [ClickButton: String] = [
        .left: "play-pause", .middle: "previous", .right: "next", .up: "volume up", .down: "volume down", .back: "previous",
        .forward: "next",
    ]

    /// Words for `subdial control`, by button; one without words does nothing.
    public var words: [ClickButton: String]
    /// The words before them, as a shell reads them.
    public var command: String

    /// Makes actions.
    ///
    /// - Parameters:
    ///   - changes: What differs from ``standard``; empty words take a button's action away.
    ///   - command: What a bar is to run with the words behind it.
    ///   - standard: What buttons do where nothing differs.
    public init(
        _ changes: [ClickButton: String] = [:], command: String = "subdial control", standard: [ClickButton: String] = Self.standard
    ) {
        words = standard.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        self.command = command
    }

    /// The shell command of a button; nil where it does nothing.
    public func shellCommand(of button: ClickButton) -> String? {
        words[button].map { words in
            let quoted = words.split(separator: " ", maxSplits: 1).map { String($0).shellQuoted }
            return ([command] + quoted).joined(separator: " ")
        }
    }
}
