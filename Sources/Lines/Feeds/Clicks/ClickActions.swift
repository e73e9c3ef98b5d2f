import SubdialKinds

/// The actions of the buttons on a line, as arguments of `subdial control`.
package struct ClickActions: Hashable, Sendable {
    /// The actions that users know from the bars of players: play and pause, previous and next track, volume.
    package static let standard: [ClickButton: String] = [
        .left: "play-pause", .middle: "previous", .right: "next", .up: "volume up", .down: "volume down", .back: "previous",
        .forward: "next",
    ]

    /// The arguments of `subdial control` for each button; a button without an entry has no action.
    package var words: [ClickButton: String]
    /// The command before the arguments.
    package var command: ClickCommand

    /// Creates actions.
    ///
    /// - Parameters:
    ///   - changes: The differences from `standard`. An empty text removes the action of a button.
    ///   - command: The command that the bar runs, before the arguments.
    ///   - standard: The actions of the buttons that `changes` does not contain.
    package init(
        _ changes: [ClickButton: String] = [:], command: ClickCommand = ClickCommand(), standard: [ClickButton: String] = Self.standard
    ) {
        words = standard.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        self.command = command
    }

    /// Returns the shell command of a button; nil for a button without an action, or whose command a line cannot contain.
    package func shellCommand(of button: ClickButton) -> String? {
        guard let words = words[button] else { return nil }
        let quoted = words.split(separator: " ", maxSplits: 1).map { String($0).shellQuoted }
        let line = ([command.line] + quoted).joined(separator: " ")
        return line.isOneLine ? line : nil
    }
}
