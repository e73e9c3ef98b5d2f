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
    /// The command before the arguments, in shell syntax.
    package var command: String

    /// Creates actions.
    ///
    /// - Parameters:
    ///   - changes: The differences from `standard`. An empty text removes the action of a button.
    ///   - command: The command that the bar runs, before the arguments.
    ///   - standard: The actions of the buttons that `changes` does not contain.
    package init(
        _ changes: [ClickButton: String] = [:], command: String = "subdial control", standard: [ClickButton: String] = Self.standard
    ) {
        words = standard.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        self.command = command
    }

    /// Returns the shell command of a button; nil for a button without an action.
    package func shellCommand(of button: ClickButton) -> String? {
        words[button].map { words in
            let quoted = words.split(separator: " ", maxSplits: 1).map { String($0).shellQuoted }
            return ([command] + quoted).joined(separator: " ")
        }
    }
}
