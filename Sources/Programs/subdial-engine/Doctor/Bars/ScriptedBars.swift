/// Bars that are programs of their users: AGS in TypeScript, Quickshell in QML.
enum ScriptedBars {
    static func ags(_ files: BarFiles, named _: String?) -> BarReading? {
        read(files, ["ts", "tsx", "js", "jsx"].flatMap { ["ags/*.\($0)", "ags/[!@]*/*.\($0)"] })
    }

    static func quickshell(_ files: BarFiles, named _: String?) -> BarReading? {
        read(files, ["quickshell/*.qml", "quickshell/*/*.qml", "quickshell/*/*/*.qml"])
    }

    private static func read(_ files: BarFiles, _ patterns: [String]) -> BarReading? {
        var reading = BarReading()
        for path in patterns.flatMap({ files.paths($0, in: files.folder) }) {
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
struct QuotedCommands {
    struct Command {
        let line: Int
        let call: FeedCall
        /// True if the code beside it parses JSON.
        let isParsed: Bool
    }

    /// A pair of brackets.
    private struct Bracket {
        let parent: Int?
        var texts: [(text: String, line: Int)] = []
        var parsesJSON = false
    }

    private(set) var all: [Command] = []
    /// The first has what is in no bracket.
    private var brackets = [Bracket(parent: nil)]

    init(_ text: String, _ environment: [String: String]) {
        read(Array(text))
        for bracket in brackets {
            let isParsed = bracket.parsesJSON || bracket.parent.map { brackets[$0].parsesJSON } ?? false
            let words = bracket.texts.map(\.text)
            if let index = words.firstIndex(where: { $0 == "subdial" || $0.hasSuffix("/subdial") }) {
                guard let call = FeedCall(program: words[index], arguments: Array(words[(index + 1)...]), environment) else { continue }
                all.append(Command(line: bracket.texts[index].line, call: call, isParsed: isParsed))
            } else {
                for text in bracket.texts where text.text.contains("subdial") {
                    all += FeedCall.all(in: text.text, environment).map { Command(line: text.line, call: $0, isParsed: isParsed) }
                }
            }
        }
        all.sort { $0.line < $1.line }
    }

    private mutating func read(_ characters: [Character]) {
        var (index, line) = (0, 1)
        var open = [0]
        var word = ""
        while index < characters.count {
            let character = characters[index]
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            index += 1
            if character.isNewline { line += 1 }
            if character.isLetter || character == "." {
                word.append(character)
                // The code that parses may be in a function beside the list, or in an object there.
                if word.hasSuffix("JSON.parse") { for bracket in open.suffix(3) where bracket > 0 { brackets[bracket].parsesJSON = true } }
                continue
            }
            word = ""
            switch character {
            case "/" where next == "/":
                while index < characters.count, !characters[index].isNewline { index += 1 }
            case "/" where next == "*":
                index += 1
                while index < characters.count, characters[index] != "/" || characters[index - 1] != "*" {
                    if characters[index].isNewline { line += 1 }
                    index += 1
                }
                index += 1
            case "\"", "'", "`":
                let start = line
                var text = ""
                // An apostrophe in other text ends with its line.
                while index < characters.count, characters[index] != character, character == "`" || !characters[index].isNewline {
                    if characters[index] == "\\", index + 1 < characters.count { index += 1 }
                    if characters[index].isNewline { line += 1 }
                    text.append(characters[index])
                    index += 1
                }
                if index < characters.count, characters[index] == character { index += 1 }
                brackets[open[open.count - 1]].texts.append((text, start))
            case "(", "[", "{":
                brackets.append(Bracket(parent: open.last))
                open.append(brackets.count - 1)
            case ")", "]", "}":
                if open.count > 1 { open.removeLast() }
            default: break
            }
        }
    }
}
