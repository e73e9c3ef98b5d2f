/// Bars that are programs of their users: AGS in TypeScript, Quickshell in QML.
enum ScriptedBars {
    static func ags(_ files: BarFiles, named _: String?) -> BarReading? {
        read(files, files.files(below: "\(files.folder)/ags", endings: ["ts", "tsx", "js", "jsx"]))
    }

    static func quickshell(_ files: BarFiles, named _: String?) -> BarReading? {
        read(files, files.files(below: "\(files.folder)/quickshell", endings: ["qml", "js"]))
    }

    private static func read(_ files: BarFiles, _ paths: [String]) -> BarReading? {
        var reading = BarReading()
        for path in paths {
            guard let text = files.text(of: path), text.contains("subdial") else { continue }
            for command in QuotedCommands(text, files.environment).all {
                let needsFormat = command.isParsed && command.call.format == "plain"
                reading.modules.append(
                    BarModule(
                        place: BarPlace(file: path, line: command.line), call: command.call,
                        faults: needsFormat ? ["JSON.parse reads another format: write --format json"] : []))
            }
        }
        return reading.modules.isEmpty ? nil : reading
    }
}

/// The feeds in the source of a program: lists of words in quotes, and commands for a shell in quotes.
///
/// Commands that the program computes are left out: they have no value before it runs.
struct QuotedCommands {
    struct Command {
        let line: Int
        let call: FeedCall
        /// True if the code beside it parses JSON.
        let isParsed: Bool
    }

    /// A text in quotes.
    private struct Text {
        let content: String
        let line: Int
        /// True if it is a part of a longer text.
        var isPart: Bool
    }

    /// A pair of brackets.
    private struct Bracket {
        let sign: Character
        let parent: Int
        /// The name before it and a colon, such as `command` in QML; empty without one.
        let label: String
        var texts: [Text] = []
        /// True if the code in it, also in brackets in it, parses JSON.
        var parsesJSON = false
        /// True if it has more than texts, or is a part of a longer list.
        var isComputed = false
    }

    private(set) var all: [Command] = []
    /// The first has what is in no bracket.
    private var brackets = [Bracket(sign: "{", parent: 0, label: "")]

    init(_ text: String, _ environment: [String: String]) {
        read(Array(text))
        for (index, bracket) in brackets.enumerated() {
            if bracket.sign == "[" {
                addList(bracket, environment)
            } else {
                // The arguments of a call, but not all statements of a function, belong together.
                let isParsed = bracket.sign == "(" && bracket.parsesJSON && index > 0
                for text in bracket.texts { add(text, isParsed: isParsed, environment) }
            }
        }
        all.sort { $0.line < $1.line }
    }

    private mutating func addList(_ bracket: Bracket, _ environment: [String: String]) {
        guard !bracket.isComputed, !bracket.texts.contains(where: \.isPart) else { return }
        let parent = brackets[bracket.parent]
        let isParsed = parent.parsesJSON && (parent.sign == "(" || bracket.label == "command")
        let words = bracket.texts.map(\.content)
        if let index = words.firstIndex(where: { $0 == "subdial" || $0.hasSuffix("/subdial") }),
            let call = FeedCall(program: words[index], arguments: Array(words[(index + 1)...]), environment)
        {
            all.append(Command(line: bracket.texts[index].line, call: call, isParsed: isParsed))
        } else {
            for text in bracket.texts { add(text, isParsed: isParsed, environment) }
        }
    }

    private mutating func add(_ text: Text, isParsed: Bool, _ environment: [String: String]) {
        guard !text.isPart, text.content.contains("subdial") else { return }
        all += FeedCall.all(in: text.content, environment).map { Command(line: text.line, call: $0, isParsed: isParsed) }
    }

    // MARK: Reading

    private mutating func read(_ characters: [Character]) {
        var (index, line) = (0, 1)
        var open = [0]
        var (word, label) = ("", "")
        /// The last character that is not white space.
        var last: Character = ";"
        while index < characters.count {
            let character = characters[index]
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            let here = open[open.count - 1]
            index += 1
            if character.isNewline { line += 1 }
            if character.isWhitespace {
                if !word.isEmpty { (label, word) = (word, "") }
                continue
            }
            if character == "/", next == "/" || next == "*" {
                (index, line) = Self.endOfComment(characters, from: index + 1, isLine: next == "/", line)
                continue
            }
            if character.isLetter || character.isNumber || "._$".contains(character) {
                word.append(character)
                brackets[here].isComputed = true
                // A list with something behind it is a part.
                if character == ".", last == "]" { isolate(closedIn: here) }
                if word.hasSuffix("JSON.parse") { for bracket in open.dropFirst() { brackets[bracket].parsesJSON = true } }
                last = character
                continue
            }
            switch character {
            case "\"", "'", "`":
                let start = line
                let text = Self.text(characters, &index, &line, end: character)
                brackets[here].texts.append(
                    Text(content: text, line: start, isPart: last == "+" || character == "`" && text.contains("${")))
            case "(", "[", "{":
                brackets[here].isComputed = true
                brackets.append(Bracket(sign: character, parent: here, label: last == ":" ? label : ""))
                if last == "+" { brackets[brackets.count - 1].isComputed = true }
                open.append(brackets.count - 1)
            case ")", "]", "}":
                if open.count > 1 { open.removeLast() }
            case "/" where "(,=:[!&|?{};+".contains(last):
                Self.skipPattern(characters, &index)
                brackets[here].isComputed = true
            case ",": break
            default:
                // The text before a sign, or the list before it, is a part of what is computed.
                if character == "+" {
                    if let text = brackets[here].texts.indices.last, "\"'`".contains(last) { brackets[here].texts[text].isPart = true }
                    if last == "]" { isolate(closedIn: here) }
                }
                brackets[here].isComputed = true
            }
            if character == ":", !word.isEmpty { label = word }
            word = ""
            last = character
        }
    }

    /// Marks the list that was closed last in a bracket as a part of a longer one.
    private mutating func isolate(closedIn bracket: Int) {
        if let list = brackets.lastIndex(where: { $0.sign == "[" && $0.parent == bracket }) { brackets[list].isComputed = true }
    }

    /// The index and the line behind a comment, whose second sign is before `index`.
    private static func endOfComment(_ characters: [Character], from index: Int, isLine: Bool, _ line: Int) -> (index: Int, line: Int) {
        var (index, line) = (index, line)
        if isLine {
            while index < characters.count, !characters[index].isNewline { index += 1 }
            return (index, line)
        }
        index += 1
        while index < characters.count, characters[index] != "/" || characters[index - 1] != "*" {
            if characters[index - 1].isNewline { line += 1 }
            index += 1
        }
        return (index + 1, line)
    }

    /// The text up to a quote; an apostrophe in other text ends with its line.
    private static func text(_ characters: [Character], _ index: inout Int, _ line: inout Int, end: Character) -> String {
        var text = ""
        while index < characters.count, characters[index] != end, end == "`" || !characters[index].isNewline {
            if characters[index] == "\\", index + 1 < characters.count { index += 1 }
            if characters[index].isNewline { line += 1 }
            text.append(characters[index])
            index += 1
        }
        if index < characters.count, characters[index] == end { index += 1 }
        return text
    }

    /// Skips a regular expression, which ends on its line.
    private static func skipPattern(_ characters: [Character], _ index: inout Int) {
        while index < characters.count, characters[index] != "/", !characters[index].isNewline {
            index += characters[index] == "\\" ? 2 : 1
        }
        if index < characters.count, characters[index] == "/" { index += 1 }
    }
}
