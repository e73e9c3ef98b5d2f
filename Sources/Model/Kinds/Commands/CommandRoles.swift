/// The roles of a command's words: which of them are run, by which program.
///
/// It follows commands that run other commands, such as `env`, `timeout` and `find -exec`. Of a program that it does not know, all words are
/// arguments, unless a shell or another interpreter with program text is among them.
package struct CommandRoles: Sendable {
    /// The maximum number of commands inside of each other.
    private static let maximumDepth = 8
    /// The number of a program's first arguments among which an interpreter is searched for.
    private static let searchedArguments = 64

    /// The words with their roles, in order.
    package private(set) var parts: [CommandPart] = []
    private let words: [CommandWord]
    private let depth: Int

    /// Determines the roles of a command's words; the first is the program.
    package init(_ words: [CommandWord]) {
        self.init(words, depth: 0)
        read(0..<words.count)
    }

    private init(_ words: [CommandWord], depth: Int) {
        self.words = words
        self.depth = depth
    }

    /// What is run, by role and place.
    ///
    /// If values for the unknown parts of words change this, they are not only data.
    package var run: [Running] {
        parts.filter { $0.role.isRun && $0.role != .option }.map { Running(role: $0.role, index: $0.index) }
    }

    /// A word that is run.
    package struct Running: Hashable, Sendable {
        private let role: CommandPart.Role
        private let index: Int

        fileprivate init(role: CommandPart.Role, index: Int) {
            (self.role, self.index) = (role, index)
        }
    }

    private mutating func read(_ range: Range<Int>) {
        var start: Int? = range.lowerBound
        while let index = start, index < range.upperBound { start = readCommand(index..<range.upperBound) }
    }

    /// Reads a program with its arguments; returns the start of the command that it runs, if that ends with this one.
    private mutating func readCommand(_ range: Range<Int>) -> Int? {
        let word = words[range.lowerBound]
        add(.program, word, range.lowerBound, reader: word.source)
        let rest = range.lowerBound + 1..<range.upperBound
        guard let text = word.text else {
            addAll(.argument, rest, reader: word.source)
            return nil
        }
        let name = ProgramGrammar.name(ofProgram: text)
        guard let grammar = ProgramGrammar.named(name) else { return readUnknown(rest, reader: name) }
        if case .find = grammar.operands {
            readFind(rest, reader: name)
            return nil
        }
        var reading = ArgumentReading(grammar, reader: name)
        return read(rest, &reading)
    }

    /// Reads the arguments of an unknown program, which may pass an interpreter with program text to another machine, container or terminal.
    private mutating func readUnknown(_ range: Range<Int>, reader: String) -> Int? {
        for index in range.prefix(Self.searchedArguments) {
            guard let text = words[index].text else { continue }
            let name = ProgramGrammar.name(ofProgram: text)
            guard let grammar = ProgramGrammar.named(name), grammar.isRecognized else { continue }
            var trial = CommandRoles(words, depth: depth)
            var reading = ArgumentReading(grammar, reader: name)
            _ = trial.read(index + 1..<range.upperBound, &reading)
            // Only the name of an interpreter among arguments may be data.
            let runs = trial.parts.contains { part in
                part.role == .text || part.role == .shellText || (part.role.isRun || part.role == .operand) && !part.word.isLiteral
            }
            guard runs else { continue }
            addAll(.argument, range.lowerBound..<index, reader: reader)
            return index
        }
        addAll(.argument, range, reader: reader)
        return nil
    }

    // MARK: Arguments

    /// The state while a program's arguments are read.
    private struct ArgumentReading {
        let grammar: ProgramGrammar
        let reader: String
        var operands: ProgramGrammar.Operands
        /// The number of operands so far.
        var count = 0
        /// True after program text: the operands are its arguments.
        var hasText = false
        /// True if the first operand is program text.
        var isInline = false
        var readsInput = false
        /// True after the last word that may be an option.
        var isOver = false

        init(_ grammar: ProgramGrammar, reader: String) {
            self.grammar = grammar
            self.reader = reader
            operands = grammar.operands
        }

        var textRole: CommandPart.Role { grammar.language == .shell ? .shellText : .text }

        /// Applies options without values.
        mutating func apply(_ flags: [ProgramGrammar.Option]) {
            for flag in flags {
                switch flag {
                case .inline: isInline = true
                case .input: readsInput = true
                default: break
                }
            }
        }
    }

    /// Reads arguments; returns the start of the command that the program runs, if there is one.
    private mutating func read(_ range: Range<Int>, _ reading: inout ArgumentReading) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            let word = words[index]
            let match = reading.isOver ? .operand : reading.grammar.match(word)
            switch match {
            case .end:
                add(.argument, word, index, reading)
                reading.isOver = true
                index += 1
            case .flags(let flags):
                add(.argument, word, index, reading)
                reading.apply(flags)
                index += 1
            case .undecided:
                add(reading.grammar.mayRun(optionWith: word.prefix) ? .option : .argument, word, index, reading)
                index += 1
            case .option(let option, let attached, let flags):
                reading.apply(flags)
                if attached == nil {
                    add(.argument, word, index, reading)
                    index += 1
                }
                if case .command = option, attached == nil { return index }
                let value = attached ?? (index < range.upperBound ? words[index] : nil)
                guard let value else { break }
                let hasEnded = readValue(value, of: option, index, range.upperBound, &reading)
                guard !hasEnded else { return nil }
                index += 1
                if case .pair = option, index < range.upperBound {
                    add(.argument, words[index], index, reading)
                    index += 1
                }
            case .operand, .unknown:
                let isUnknown = if case .unknown = match { true } else { false }
                switch readOperand(word, isUnknown: isUnknown, index, range.upperBound, &reading) {
                case .next: index += 1
                case .command: return index
                case .end: return nil
                }
            }
        }
        if case .script = reading.operands, !reading.hasText, !reading.isInline { add(.input, CommandWord(""), index, reading) }
        return nil
    }

    /// Reads the value of an option; returns true if it has read all other words too.
    private mutating func readValue(
        _ value: CommandWord, of option: ProgramGrammar.Option, _ index: Int, _ end: Int, _ reading: inout ArgumentReading
    ) -> Bool {
        let rest = index + 1..<end
        switch option {
        case .text:
            add(reading.textRole, value, index, reading)
            reading.hasText = true
            if reading.grammar.endsAtText { addAll(.argument, rest, reader: reading.reader) }
            return reading.grammar.endsAtText
        case .module:
            add(.module, value, index, reading)
            addAll(.argument, rest, reader: reading.reader)
            return true
        case .file:
            add(.script, value, index, reading)
            reading.hasText = true
        case .library: add(.script, value, index, reading)
        case .command:
            add(.program, value, index, reading)
            addAll(.argument, rest, reader: reading.reader)
            return true
        case .split:
            readSplit(value, index, rest, reading)
            return true
        case .folder: add(.folder, value, index, reading)
        case .value, .pair, .rest, .suffix, .inline, .input: add(.argument, value, index, reading)
        }
        return false
    }

    /// Reads a text that is split into words, with the words behind it as one command.
    private mutating func readSplit(_ value: CommandWord, _ index: Int, _ rest: Range<Int>, _ reading: ArgumentReading) {
        guard let text = value.text, depth < Self.maximumDepth else {
            add(.shellText, value, index, reading)
            return addAll(.option, rest, reader: reading.reader)
        }
        let split = ShellLine(text).commands.flatMap(\.words)
        var inner = CommandRoles(split + words[rest], depth: depth + 1)
        // Assignments and options of the program itself may stand before the command.
        var again = ArgumentReading(reading.grammar, reader: reading.reader)
        if let start = inner.read(0..<inner.words.count, &again) { inner.read(start..<inner.words.count) }
        parts += inner.parts.map { part in
            var part = part
            part.index = part.index < split.count ? index : part.index - split.count + rest.lowerBound
            return part
        }
    }

    private enum AfterOperand { case next, command, end }

    /// Reads a word that is no option.
    private mutating func readOperand(
        _ word: CommandWord, isUnknown: Bool, _ index: Int, _ end: Int, _ reading: inout ArgumentReading
    ) -> AfterOperand {
        // While options are read, a value in this place may be one.
        let argument: CommandPart.Role = isUnknown && reading.grammar.hasRunningOptions ? .operand : .argument
        let data: CommandPart.Role = argument == .operand ? .operand : .data
        func role(after count: Int, _ run: CommandPart.Role) -> CommandPart.Role { reading.count < count ? argument : run }
        var endsOptions = !reading.grammar.permutes
        defer {
            reading.count += 1
            reading.isOver = endsOptions
        }
        switch reading.operands {
        case .arguments, .find: add(argument, word, index, reading)
        case .data: add(data, word, index, reading)
        case .script(let count):
            guard !reading.hasText, reading.count >= count else {
                add(argument, word, index, reading)
                break
            }
            let isInput = ["-", "/dev/stdin", "/dev/fd/0"].contains(word.text ?? "")
            add(reading.isInline ? reading.textRole : isInput ? .input : reading.readsInput ? .argument : .script, word, index, reading)
            if reading.readsInput, !reading.isInline { add(.input, CommandWord(""), index, reading) }
            addAll(.argument, index + 1..<end, reader: reading.reader)
            return .end
        case .text(let count):
            add(reading.hasText ? data : role(after: count, reading.textRole), word, index, reading)
            if reading.count >= count { reading.hasText = true }
        case .texts(let count): add(reading.count < count ? data : reading.textRole, word, index, reading)
        case .command(let count):
            guard reading.count >= count else {
                add(isUnknown ? .operand : .argument, word, index, reading)
                break
            }
            guard word.assignment != nil else { return .command }
            add(.argument, word, index, reading)
        case .line(let count):
            guard reading.count >= count else {
                add(argument, word, index, reading)
                break
            }
            add(reading.textRole, .joined(words[index..<end]), index, reading)
            return .end
        case .subcommands(let known):
            add(isUnknown ? .option : .argument, word, index, reading)
            reading.operands = word.text.flatMap { known[$0] } ?? .arguments
            (reading.count, endsOptions) = (-1, false)
        }
        return .next
    }

    /// Reads the files and tests of `find`, with the commands among them.
    private mutating func readFind(_ range: Range<Int>, reader: String) {
        var index = range.lowerBound
        var hasTest = false
        while index < range.upperBound {
            let word = words[index]
            let text = word.text ?? ""
            guard ["-exec", "-execdir", "-ok", "-okdir"].contains(text) else {
                hasTest = hasTest || text.hasPrefix("-") || text == "(" || text == "!"
                add(word.prefix.isEmpty && !hasTest ? .operand : .data, word, index, reader: reader)
                index += 1
                continue
            }
            hasTest = true
            add(.argument, word, index, reader: reader)
            let start = index + 1
            guard depth < Self.maximumDepth else { return addAll(.option, start..<range.upperBound, reader: reader) }
            let stop = (start..<range.upperBound).first { words[$0].text == ";" || words[$0].text == "+" } ?? range.upperBound
            var inner = CommandRoles(words, depth: depth + 1)
            inner.read(start..<stop)
            parts += inner.parts
            index = stop
        }
    }

    // MARK: Parts

    private mutating func add(_ role: CommandPart.Role, _ word: CommandWord, _ index: Int, _ reading: ArgumentReading) {
        add(role, word, index, reader: reading.reader, reading.grammar.language)
    }

    private mutating func add(
        _ role: CommandPart.Role, _ word: CommandWord, _ index: Int, reader: String, _ language: ProgramLanguage = .other
    ) {
        parts.append(CommandPart(role: role, word: word, index: index, reader: reader, language: language))
    }

    private mutating func addAll(_ role: CommandPart.Role, _ range: Range<Int>, reader: String) {
        for index in range { add(role, words[index], index, reader: reader) }
    }
}
