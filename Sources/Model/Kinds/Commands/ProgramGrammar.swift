/// The language of the texts that a program runs.
package enum ProgramLanguage: Hashable, Sendable {
    case shell
    /// That of a shell of another machine.
    case remoteShell
    case awk, jq, node, perl, php, python, ruby
    /// One in which a text only changes or queries data.
    case filter
    /// Another one.
    case other
}

/// How a program reads its arguments: which of them are program text, files with program text, or another command.
struct ProgramGrammar: Sendable {
    /// The meaning of the arguments that are no options.
    indirect enum Operands: Sendable {
        /// None of them is run.
        case arguments
        /// They are files that the program only reads.
        case data
        /// After some others, one is a file with program text, and the rest are its arguments.
        case script(after: Int)
        /// After some others, one is program text; the rest are files that the program only reads.
        case text(after: Int)
        /// After some others, all are program text.
        case texts(after: Int)
        /// After some others, another command begins.
        case command(after: Int)
        /// After some others, all together are one line of program text.
        case line(after: Int)
        /// The first is a word on which the meaning of the others depends.
        case subcommands([String: Operands])
        /// Files and tests, among which there are commands that end with `;` or `+`.
        case find
    }

    /// The meaning of an option.
    enum Option: Sendable {
        /// Its value is program text.
        case text
        /// Its value is the file with the program text.
        case file
        /// Its value is another file with program text.
        case library
        /// Its value is a module with the program text, and all further words are arguments.
        case module
        /// Its value is the folder in which another command is run.
        case folder
        /// Its value is split into the words of a command.
        case split
        /// Another command begins after it.
        case command
        /// It has a value.
        case value
        /// It has two values, each a word.
        case pair
        /// The rest of the word, even if there is none, is its value.
        case rest
        /// The rest of the word, even if there is none, is program text.
        case suffix
        /// The first operand is program text.
        case inline
        /// The program text is on standard input.
        case input

        /// True if the option makes the program run something.
        fileprivate var isRunning: Bool {
            switch self {
            case .text, .file, .library, .module, .split, .command, .inline, .suffix: true
            case .folder, .value, .pair, .rest, .input: false
            }
        }
    }

    /// An argument, as the program reads it.
    enum Match {
        case operand
        /// The word `--`.
        case end
        case flags([Option])
        /// An option with a value: the end of this word, or the next one if that is nil.
        case option(Option, attached: CommandWord?, flags: [Option])
        /// A word that may be an option or not.
        case unknown
        /// An option of which not enough is known.
        case undecided
    }

    /// The names of the programs.
    let names: [String]
    let language: ProgramLanguage
    let operands: Operands
    /// True if options may follow operands.
    let permutes: Bool
    /// True if all words after an option with program text are arguments.
    let endsAtText: Bool
    /// The options with their hyphens.
    private let options: [String: Option]
    private let hasPlus: Bool

    /// Makes a grammar; names and options are separated by spaces.
    init(
        _ names: String, _ operands: Operands, _ language: ProgramLanguage = .other, text: String = "", file: String = "",
        library: String = "", value: String = "", more: [String: Option] = [:], permutes: Bool = false, endsAtText: Bool = false
    ) {
        var options: [String: Option] = [:]
        for (list, option) in [(text, Option.text), (file, .file), (library, .library), (value, .value)] {
            for name in list.split(separator: " ") { options[String(name)] = option }
        }
        for (list, option) in more { for name in list.split(separator: " ") { options[String(name)] = option } }
        self.names = names.split(separator: " ").map(String.init)
        (self.operands, self.language, self.permutes, self.endsAtText) = (operands, language, permutes, endsAtText)
        self.options = options
        hasPlus = options.keys.contains { $0.hasPrefix("+") }
    }

    /// True if an option alone makes the program run a text or another command.
    var hasRunningOptions: Bool { options.values.contains(where: \.isRunning) }

    /// True if an option that begins with these known characters can make the program run something.
    func mayRun(optionWith prefix: String) -> Bool {
        options.contains { name, option in
            // Options of one letter stand together in any order. With only a hyphen, a long name is the value's, which is checked when it is known.
            option.isRunning && (name.utf8.count == 2 ? !prefix.hasPrefix("--") : prefix.utf8.count > 1 && name.hasPrefix(prefix))
        }
    }

    /// True if a text can only be given with an option, by which such a command is recognized among the arguments of any program.
    var isRecognized: Bool {
        guard case .script = operands else { return false }
        return hasRunningOptions
    }

    /// Reads an argument that may be an option.
    func match(_ word: CommandWord) -> Match {
        let text = word.prefix
        guard let sign = text.first else { return word.isLiteral ? .operand : .unknown }
        guard sign == "-" || sign == "+" && hasPlus else { return .operand }
        guard text.utf8.count > 1 else { return !word.isLiteral ? .undecided : options[text] == nil ? .operand : .flags([]) }
        if text == "--" { return word.isLiteral ? .end : .undecided }
        if let match = long(word) { return match }
        return text.hasPrefix("--") ? .flags([]) : cluster(word, sign)
    }

    /// Reads an option with a long name, such as `--eval`, `--eval=TEXT` or `-cmd`; nil if it is none of the known ones.
    private func long(_ word: CommandWord) -> Match? {
        let text = word.prefix
        let name = String(text.prefix { $0 != "=" })
        let hasValue = name.utf8.count < text.utf8.count
        // The name itself is incomplete.
        if text.hasPrefix("--"), !hasValue, !word.isLiteral { return .undecided }
        guard let option = options[name].flatMap({ name.utf8.count > 2 ? $0 : nil }) ?? abbreviated(name) else { return nil }
        return .option(option, attached: hasValue ? word.dropping(name.count + 1) : nil, flags: [])
    }

    /// The option of which a name is the beginning, as many programs accept; if there are several, one that runs something.
    private func abbreviated(_ name: String) -> Option? {
        guard name.hasPrefix("--"), name.utf8.count > 3 else { return nil }
        let found = options.filter { $0.key.hasPrefix(name) }.sorted { $0.key < $1.key }.map(\.value)
        return found.first { if case .text = $0 { true } else { false } } ?? found.first
    }

    /// Reads options of one letter each, of which the last may have a value: `-lc`, `-eTEXT`.
    private func cluster(_ word: CommandWord, _ sign: Character) -> Match {
        var flags: [Option] = []
        for (index, letter) in word.prefix.enumerated().dropFirst() {
            guard let option = options["\(sign)\(letter)"] else { continue }
            switch option {
            case .inline, .input: flags.append(option)
            case .rest: return .option(.value, attached: word.dropping(index + 1), flags: flags)
            case .suffix: return .option(.text, attached: word.dropping(index + 1), flags: flags)
            default:
                let isAttached = index + 1 < word.prefix.count || !word.isLiteral
                return .option(option, attached: isAttached ? word.dropping(index + 1) : nil, flags: flags)
            }
        }
        return word.isLiteral ? .flags(flags) : .undecided
    }
}

extension ProgramGrammar {
    /// The grammar of a program by its name, with or without a version: `python3.11`.
    static func named(_ name: String) -> ProgramGrammar? {
        if let grammar = known[name] { return grammar }
        let plain = name.prefix { !$0.isNumber }
        let version = name.dropFirst(plain.count)
        guard !version.isEmpty, version.allSatisfy({ $0.isNumber || ".-_t".contains($0) }) else { return nil }
        return plain.lastIndex { !"-._".contains($0) }.flatMap { known[String(plain[...$0])] }
    }

    /// The name of the program at a path.
    static func name(ofProgram path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private static let known: [String: ProgramGrammar] = {
        var known: [String: ProgramGrammar] = [:]
        for grammar in all { for name in grammar.names { known[name] = grammar } }
        return known
    }()
}
