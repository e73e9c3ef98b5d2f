/// A word of a command with its role, for the program that reads it.
package struct CommandPart: Hashable, Sendable {
    /// The roles of words.
    package enum Role: Hashable, Sendable {
        /// The name or path of a program that is run.
        case program
        /// A file with program text.
        case script
        /// A line for a shell of this machine.
        case shellText
        /// Program text of another language.
        case text
        /// The name of a module with program text, which the program finds itself.
        case module
        /// Program text on standard input: there is no such word.
        case input
        /// A word that decides which of the next ones are program text.
        case option
        /// An argument that may be a file.
        case argument
        /// An argument that its program reads as an option if it begins with a hyphen, and the option's value as program text.
        case operand
        /// An argument of a program that only reads files.
        case data
        /// A folder in which another program is run.
        case folder

        /// True if the word is run, or decides about what is run.
        package var isRun: Bool {
            switch self {
            case .program, .script, .shellText, .text, .module, .input, .option: true
            case .argument, .operand, .data, .folder: false
            }
        }
    }

    /// The role.
    package var role: Role
    /// The word; of an option with its value, only the value.
    package var word: CommandWord
    /// The index of the word in the command.
    package var index: Int
    /// The name of the program that reads the word.
    package var reader: String
    /// The language of the texts that this program runs.
    package var language: ProgramLanguage
}
