/// The words of `subdial control` that may be the command themselves: `subdial play`.
package enum ControlWords {
    /// The words; none of them is the name of a command.
    package static let all: Set<String> = [
        "consume", "loop", "mute", "next", "open", "pause", "play", "play-pause", "previous", "seek", "shuffle", "single", "stop",
        "volume", "zone",
    ]

    /// Returns the arguments with `control` before such a word; other arguments stay as they are.
    package static func completed(_ arguments: [String]) -> [String] {
        guard let index = FrontRoute.commandIndex(in: arguments), all.contains(arguments[index]) else { return arguments }
        var completed = arguments
        completed.insert("control", at: index)
        return completed
    }
}
