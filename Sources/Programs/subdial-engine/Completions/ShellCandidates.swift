import ArgumentParser

/// Completions in the form in which the script of each shell reads them.
///
/// Names of zones come from sources. bash expands the words that a completion function receives: without escaping, it would run a
/// command substitution in a name.
enum ShellCandidates {
    /// The completions for the shell that requests them; names of several lines are omitted.
    static func escaped(_ names: [String]) -> [String] {
        let names = names.filter { !$0.contains(where: \.isNewline) }
        return switch CompletionShell.requesting {
        case CompletionShell.bash?: names.map { escaped($0) { !isPlain($0) } }
        // A colon begins a description.
        case CompletionShell.zsh?: names.map { escaped($0) { $0 == ":" || $0 == "\\" } }
        default: names
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || " -_.,/:".contains(character)
    }

    private static func escaped(_ name: String, _ isSpecial: (Character) -> Bool) -> String {
        name.reduce(into: "") { text, character in text += isSpecial(character) ? "\\\(character)" : "\(character)" }
    }
}
