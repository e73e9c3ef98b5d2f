/// Reads the bytes of a line for a shell.
struct ShellParser {
    /// The maximum number of substitutions and groups inside of each other; deeper ones are read as parts of the outer one.
    private static let maximumDepth = 24
    /// The maximum number of bytes in braces that are read ahead.
    private static let maximumLookahead = 1024

    private let bytes: [UInt8]
    private let variables: [String: String]
    private var index = 0
    private var depth = 0
    private var documents: [(end: [UInt8], isLiteral: Bool, stripsTabs: Bool)] = []
    private(set) var commands: [ShellLine.Command] = []
    private(set) var inputTexts: [CommandWord] = []

    init(_ bytes: [UInt8], variables: [String: String]) {
        self.bytes = bytes
        self.variables = variables
    }

    mutating func read() { read(until: nil) }

    private func byte(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    private func follows(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { expected in
            index + expected.count <= bytes.count && bytes[index..<index + expected.count].elementsEqual(expected)
        }
    }

    // MARK: Commands

    /// Reads commands up to a closing byte, or to the end.
    private mutating func read(until closing: UInt8?) {
        var command = ShellLine.Command()
        func finish(isPipe: Bool = false) {
            command.separateProgram()
            if !command.isEmpty { commands.append(command) }
            command = ShellLine.Command()
            command.isPiped = isPipe
        }
        while let next = byte() {
            switch next {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
            case UInt8(ascii: "\\") where byte(1) == UInt8(ascii: "\n"): index += 2
            case UInt8(ascii: "\n"):
                index += 1
                finish()
                readDocuments()
            case UInt8(ascii: "#"): while let skipped = byte(), skipped != UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "&") where byte(1) == UInt8(ascii: ">"):
                index += 1
                readRedirection(of: &command)
            case UInt8(ascii: ";"), UInt8(ascii: "&"):
                index += 1
                finish()
            case UInt8(ascii: "|"):
                let isPipe = byte(1) != UInt8(ascii: "|")
                index += isPipe && byte(1) != UInt8(ascii: "&") ? 1 : 2
                finish(isPipe: isPipe)
            case UInt8(ascii: "("):
                finish()
                if follows("((") { skipArithmetic() } else { readGroup() }
            case UInt8(ascii: ")"):
                index += 1
                finish()
                if closing == next { return }
            case UInt8(ascii: "<"), UInt8(ascii: ">"):
                if byte(1) == UInt8(ascii: "(") { command.words.append(readWord()) } else { readRedirection(of: &command) }
            default:
                let start = index
                let word = readWord()
                // The number of a file descriptor belongs to the redirection behind it.
                let isNumber = bytes[start..<index].allSatisfy { (0x30...0x39).contains($0) }
                if isNumber, byte() == UInt8(ascii: "<") || byte() == UInt8(ascii: ">") { continue }
                command.words.append(word)
            }
        }
        finish()
    }

    /// Reads the commands in parentheses, of which the first follows.
    private mutating func readGroup() {
        index += 1
        guard depth < Self.maximumDepth else { return }
        depth += 1
        read(until: UInt8(ascii: ")"))
        depth -= 1
    }

    /// Reads a redirection with its file.
    private mutating func readRedirection(of command: inout ShellLine.Command) {
        if follows("<<<") {
            index += 3
            skipBlanks()
            return inputTexts.append(readWord())
        }
        if follows("<<") {
            index += 2
            let stripsTabs = byte() == UInt8(ascii: "-")
            if stripsTabs { index += 1 }
            skipBlanks()
            let start = index
            let word = readWord()
            let isQuoted = bytes[start..<index].contains { "'\"\\".utf8.contains($0) }
            documents.append((Array(word.prefix.utf8), isQuoted, stripsTabs))
            return
        }
        let isInput = byte() == UInt8(ascii: "<")
        var isCopy = false
        while let next = byte(), "<>|&".utf8.contains(next) {
            isCopy = isCopy || next == UInt8(ascii: "&")
            index += 1
        }
        skipBlanks()
        // A file that is only written is not run.
        let file = readWord()
        if isInput, !isCopy { command.inputs.append(file) }
    }

    private mutating func skipBlanks() {
        while byte() == UInt8(ascii: " ") || byte() == UInt8(ascii: "\t") { index += 1 }
    }

    /// Reads the texts behind the line for which `<<` was written.
    private mutating func readDocuments() {
        let pending = documents
        documents = []
        for document in pending {
            var body: [UInt8] = []
            while index < bytes.count {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                let line = bytes[index..<end]
                index = min(end + 1, bytes.count)
                if document.stripsTabs
                    ? line.drop(while: { $0 == UInt8(ascii: "\t") }).elementsEqual(document.end) : line.elementsEqual(document.end)
                {
                    break
                }
                body += line + [UInt8(ascii: "\n")]
            }
            guard !document.isLiteral, depth < Self.maximumDepth else {
                inputTexts.append(CommandWord(String(decoding: body, as: UTF8.self)))
                continue
            }
            var inner = ShellParser(body, variables: variables)
            inner.depth = depth + 1
            inputTexts.append(inner.readText())
            commands += inner.commands
        }
    }

    /// Reads all bytes as a text with expansions, but without quotes.
    private mutating func readText() -> CommandWord {
        var word = PartialWord()
        while index < bytes.count { readQuoted(&word) }
        return word.word(source: bytes[...])
    }

    // MARK: Words

    /// A word while it is read.
    private struct PartialWord {
        private var text: [UInt8] = []
        private var isLiteral = true
        private var names: Set<String> = []

        mutating func append(_ byte: UInt8) { if isLiteral { text.append(byte) } }
        mutating func append(_ value: String) { if isLiteral { text += value.utf8 } }
        mutating func addUnknown(_ names: Set<String> = []) {
            isLiteral = false
            self.names.formUnion(names)
        }

        func word(source: ArraySlice<UInt8>) -> CommandWord {
            var word = CommandWord(
                source: String(decoding: source, as: UTF8.self), prefix: String(decoding: text, as: UTF8.self), isLiteral: isLiteral)
            word.variables = names
            return word
        }
    }

    private static let ends = Set(" \t\r\n;&|()<>".utf8)

    private mutating func readWord() -> CommandWord {
        let start = index
        var word = PartialWord()
        if follows("<(") || follows(">(") {
            index += 1
            word.addUnknown(readSubstitution())
        } else if byte() == UInt8(ascii: "~") {
            readTilde(&word)
        }
        while let next = byte(), !Self.ends.contains(next) {
            switch next {
            case UInt8(ascii: "'"):
                index += 1
                while let inner = byte(), inner != next {
                    word.append(inner)
                    index += 1
                }
                index += 1
            case UInt8(ascii: "\""):
                index += 1
                while let inner = byte(), inner != next { readQuoted(&word) }
                index += 1
            case UInt8(ascii: "[") where index == start && isBracketCommand:
                for _ in 0..<(follows("[[") ? 2 : 1) {
                    word.append(next)
                    index += 1
                }
            case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["):
                word.addUnknown()
                index += 1
            case UInt8(ascii: "{") where isBraceExpansion:
                word.addUnknown()
                index += 1
            default: readQuoted(&word, isQuoted: false)
            }
        }
        index = min(index, bytes.count)
        return word.word(source: bytes[start..<index])
    }

    /// True if the bracket that follows is the command `[` or `[[`, and no pattern.
    private var isBracketCommand: Bool { byte(follows("[[") ? 2 : 1).map { Self.ends.contains($0) } ?? true }

    /// True if the brace that follows begins a list such as `{a,b}` or `{1..3}`.
    private var isBraceExpansion: Bool {
        let rest = bytes[(index + 1)...].prefix(Self.maximumLookahead).prefix { !Self.ends.contains($0) && $0 != UInt8(ascii: "}") }
        return rest.contains(UInt8(ascii: ",")) || zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == $0 }
    }

    private mutating func readTilde(_ word: inout PartialWord) {
        let name = bytes[(index + 1)...].prefix { !Self.ends.contains($0) && $0 != UInt8(ascii: "/") }
        index += 1
        if name.isEmpty, let home = variables["HOME"] { word.append(home) } else { word.addUnknown(name.isEmpty ? ["HOME"] : []) }
    }

    /// Reads the next character with its expansion, as between double quotes.
    private mutating func readQuoted(_ word: inout PartialWord, isQuoted: Bool = true) {
        guard let next = byte() else { return }
        switch next {
        case UInt8(ascii: "\\"):
            let escaped = byte(1)
            index += 2
            guard let escaped, escaped != UInt8(ascii: "\n") else { return }
            if isQuoted, !"$`\"\\".utf8.contains(escaped) { word.append(next) }
            word.append(escaped)
        case UInt8(ascii: "$"): readExpansion(&word)
        case UInt8(ascii: "`"): word.addUnknown(readBackticks())
        default:
            word.append(next)
            index += 1
        }
    }

    private mutating func readExpansion(_ word: inout PartialWord) {
        index += 1
        guard let next = byte() else { return word.append(UInt8(ascii: "$")) }
        switch next {
        case UInt8(ascii: "("): word.addUnknown(follows("((") ? skipArithmetic() : readSubstitution())
        case UInt8(ascii: "{"): readBraces(&word)
        case UInt8(ascii: "'"): readEscaped(&word)
        case UInt8(ascii: "\""): break
        case let digit where (0x30...0x39).contains(digit) || "@*#?$!-".utf8.contains(digit):
            word.addUnknown([String(UnicodeScalar(digit))])
            index += 1
        case let letter where letter.isOfName:
            let name = String(decoding: bytes[index...].prefix(while: \.isOfName), as: UTF8.self)
            index += name.utf8.count
            add(name, &word)
        default: word.append(UInt8(ascii: "$"))
        }
    }

    private func add(_ name: String, _ word: inout PartialWord) {
        if let value = variables[name] { word.append(value) } else { word.addUnknown([name]) }
    }

    /// Reads `${NAME}`, or an expansion with an operator, whose result is unknown.
    private mutating func readBraces(_ word: inout PartialWord) {
        index += 1
        let name = String(decoding: bytes[index...].prefix { $0.isOfName || "@*".utf8.contains($0) }, as: UTF8.self)
        if index + name.utf8.count < bytes.count, bytes[index + name.utf8.count] == UInt8(ascii: "}") {
            index += name.utf8.count + 1
            return add(name, &word)
        }
        word.addUnknown(name.isEmpty ? names(in: bytes[index...].prefix(Self.maximumLookahead).prefix { $0 != UInt8(ascii: "}") }) : [name])
        guard depth < Self.maximumDepth else { return }
        depth += 1
        while let next = byte(), next != UInt8(ascii: "}") { readQuoted(&word) }
        depth -= 1
        index = min(index + 1, bytes.count)
    }

    /// Reads a text with escapes, `$'…'`, whose value is unknown if there are some.
    private mutating func readEscaped(_ word: inout PartialWord) {
        index += 1
        while let next = byte(), next != UInt8(ascii: "'") {
            if next == UInt8(ascii: "\\") {
                word.addUnknown()
                index += 1
            } else {
                word.append(next)
            }
            index += 1
        }
        index = min(index + 1, bytes.count)
    }

    /// Reads the commands of a substitution; returns the names of the variables that they use.
    private mutating func readSubstitution() -> Set<String> {
        let count = commands.count
        readGroup()
        return names(after: count)
    }

    private mutating func readBackticks() -> Set<String> {
        index += 1
        var text: [UInt8] = []
        while let next = byte(), next != UInt8(ascii: "`") {
            if next == UInt8(ascii: "\\"), let escaped = byte(1), "`\\$".utf8.contains(escaped) { index += 1 }
            if let inner = byte() { text.append(inner) }
            index += 1
        }
        index = min(index + 1, bytes.count)
        guard depth < Self.maximumDepth else { return names(in: text[...]) }
        var inner = ShellParser(text, variables: variables)
        inner.depth = depth + 1
        inner.read()
        let count = commands.count
        commands += inner.commands
        inputTexts += inner.inputTexts
        return names(after: count)
    }

    private func names(after count: Int) -> Set<String> {
        commands[count...].reduce(into: []) { names, command in
            for word in command.words + command.inputs + command.assignments.map(\.value) { names.formUnion(word.variables) }
        }
    }

    /// Skips an arithmetic expression in double parentheses; returns the names in it.
    @discardableResult
    private mutating func skipArithmetic() -> Set<String> {
        let start = index
        var open = 0
        while let next = byte() {
            index += 1
            if next == UInt8(ascii: "(") { open += 1 }
            if next == UInt8(ascii: ")") { open -= 1 }
            if open == 0 { break }
        }
        return names(in: bytes[start..<index])
    }

    /// All names in a text; those of arguments only if it has a dollar sign.
    private func names(in text: ArraySlice<UInt8>) -> Set<String> {
        let hasArguments = text.contains(UInt8(ascii: "$"))
        let names = text.split { !$0.isOfName }.filter { hasArguments || !(0x30...0x39).contains($0[$0.startIndex]) }
        return Set(names.map { String(decoding: $0, as: UTF8.self) })
    }
}
