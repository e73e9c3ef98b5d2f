/// The commands of a line for a shell, as far as they can be known before it runs.
///
/// It reads what POSIX shells, bash and zsh have in common. It errs on the side of more commands: those in substitutions, functions and
/// branches all count.
package struct ShellLine: Sendable {
    /// A command with its arguments, without redirections.
    package struct Command: Sendable {
        /// The program and its arguments; empty if there are only assignments.
        package var words: [CommandWord] = []
        /// The assignments before the program.
        package var assignments: [(name: String, value: CommandWord)] = []
        /// The files that are its standard input.
        package var inputs: [CommandWord] = []
        /// True if its standard input is the output of the command before.
        package var isPiped = false

        var isEmpty: Bool { words.isEmpty && assignments.isEmpty && inputs.isEmpty }
    }

    /// The commands, those of a substitution before the one that contains it.
    package let commands: [Command]
    /// The texts that are the standard input of commands.
    package let inputTexts: [CommandWord]

    /// Reads a line.
    ///
    /// - Parameter variables: The values of known variables; one that the line itself sets is unknown.
    package init(_ text: String, variables: [String: String] = [:]) {
        var parser = ShellParser(Array(text.utf8), variables: variables)
        parser.read()
        let changed = parser.commands.flatMap(\.changedVariables).filter { variables[$0] != nil }
        if !changed.isEmpty {
            parser = ShellParser(Array(text.utf8), variables: variables.filter { !changed.contains($0.key) })
            parser.read()
        }
        (commands, inputTexts) = (parser.commands, parser.inputTexts)
    }
}

extension ShellLine.Command {
    private static let keywords: Set<String> = [
        "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "{", "}", "!", "in", "repeat", "begin", "end",
    ]
    private static let loops: Set<String> = ["for", "select", "foreach"]
    private static let declarations: Set<String> = ["export", "declare", "typeset", "local", "readonly", "set"]

    /// Removes keywords and assignments before the program.
    mutating func separateProgram() {
        while let first = words.first {
            if let text = first.text, Self.keywords.contains(text) {
                words.removeFirst()
            } else if let text = first.text, text == "function" || text == "case" {
                words.removeFirst(min(2, words.count))
            } else if let text = first.text, Self.loops.contains(text) {
                guard let name = words.dropFirst().first?.text else { return }
                assignments += words.dropFirst(2).filter { $0.text != "in" }.map { (name, $0) }
                words = []
            } else if let assignment = first.assignment {
                assignments.append(assignment)
                words.removeFirst()
            } else {
                break
            }
        }
        if let name = words.first?.text, Self.declarations.contains(name) { assignments += words.dropFirst().compactMap(\.assignment) }
    }

    /// The names of the variables that the command sets.
    fileprivate var changedVariables: [String] {
        let isReading = words.first?.text.map { ["read", "getopts", "unset", "mapfile", "readarray"].contains($0) } ?? false
        return assignments.map(\.name) + (isReading ? words.dropFirst().compactMap(\.text) : [])
    }
}
