/// Splits a command line of a shell into commands and words: quotes, and pipes, lists and redirections between commands.
enum ShellWords {
    /// The words of each command, without redirections; those of a command substitution are commands too.
    static func commands(in line: String) -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var inner = ""
        func finish() {
            if let text = word { commands[commands.count - 1].append(text) }
            word = nil
        }
        for character in line {
            switch (quote, character) {
            case (let open?, _) where open == character: quote = nil
            case (_?, _):
                word?.append(character)
                inner.append(character)
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, " "): finish()
            case (nil, "|"), (nil, ";"), (nil, "&"), (nil, ">"), (nil, "<"):
                finish()
                commands.append([])
            default: word = (word ?? "") + String(character)
            }
        }
        finish()
        let substituted = inner.split(separator: "$(", omittingEmptySubsequences: false).dropFirst().flatMap {
            Self.commands(in: String($0.prefix { $0 != ")" }))
        }
        return (commands + substituted).filter { !$0.isEmpty }
    }
}
