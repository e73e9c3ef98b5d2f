internal import Foundation

/// The reading of inline Markdown, by the delimiter runs of CommonMark.
struct MarkdownInlines {
    private enum Token {
        case part(Markdown.Part)
        /// A run of `*`, `_` or `~`, of which `count` are not used yet.
        case delimiter(Character, count: Int, length: Int, opens: Bool, closes: Bool)
    }

    private let characters: [Character]
    private let level: Int
    private static let mostLevels = 12
    private static let punctuation = Set<Character>("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

    init(_ text: String, level: Int = 0) { (characters, self.level) = (Array(text), level) }

    /// The parts of the text.
    func parts() -> [Markdown.Part] {
        guard level < Self.mostLevels else { return [Markdown.Part(text: String(characters))] }
        var tokens: [Token] = []
        var words = ""
        var index = 0
        func flush() {
            if !words.isEmpty { tokens.append(.part(.init(text: words))) }
            words = ""
        }
        while index < characters.count {
            let character = characters[index]
            switch character {
            case "\\" where index + 1 < characters.count && Self.punctuation.contains(characters[index + 1]):
                words.append(characters[index + 1])
                index += 2
                continue
            case "`":
                if let (code, end) = codeSpan(at: index) {
                    flush()
                    tokens.append(.part(.init(text: code, intents: .code)))
                    index = end
                } else {
                    let length = runLength(at: index)
                    words += String(repeating: "`", count: length)
                    index += length
                }
                continue
            case "*", "_", "~":
                let length = runLength(at: index)
                if character == "~", length > 2 {
                    words += String(repeating: "~", count: length)
                } else {
                    flush()
                    tokens.append(delimiter(character, from: index, length: length))
                }
                index += length
                continue
            case "[", "!", "^":
                // An image shows its text; ^[…](…) has attributes of Apple's, which change no word here.
                let start = character == "[" ? index : index + 1
                if start < characters.count, characters[start] == "[", let link = link(at: start) {
                    flush()
                    for var part in MarkdownInlines(link.text, level: level + 1).parts() {
                        if character == "[" { part.link = part.link ?? link.destination }
                        tokens.append(.part(part))
                    }
                    index = link.end
                    continue
                }
            case "<":
                if let (address, end) = autolink(at: index) {
                    flush()
                    tokens.append(.part(.init(text: address, link: address.contains(":") ? address : "mailto:\(address)")))
                    index = end
                    continue
                }
            case "&":
                if let (text, end) = entity(at: index) {
                    words += text
                    index = end
                    continue
                }
            default: break
            }
            words.append(character)
            index += 1
        }
        flush()
        return Self.emphasized(tokens)
    }

    // MARK: Emphasis

    private func runLength(at index: Int) -> Int { characters[index...].prefix { $0 == characters[index] }.count }

    private func delimiter(_ character: Character, from index: Int, length: Int) -> Token {
        let before = index > 0 ? characters[index - 1] : " "
        let after = index + length < characters.count ? characters[index + length] : " "
        func isPunctuation(_ character: Character) -> Bool {
            Self.punctuation.contains(character) || character.isPunctuation || character.isSymbol
        }
        let opens = !after.isWhitespace && (!isPunctuation(after) || before.isWhitespace || isPunctuation(before))
        let closes = !before.isWhitespace && (!isPunctuation(before) || after.isWhitespace || isPunctuation(after))
        guard character == "_" else { return .delimiter(character, count: length, length: length, opens: opens, closes: closes) }
        return .delimiter(
            character, count: length, length: length, opens: opens && (!closes || isPunctuation(before)),
            closes: closes && (!opens || isPunctuation(after)))
    }

    /// The tokens with the emphasis between their delimiters.
    private static func emphasized(_ tokens: [Token]) -> [Markdown.Part] {
        var tokens = tokens
        var intents = Array(repeating: InlinePresentationIntent(), count: tokens.count)
        var closer = 0
        // The closers that found no opener need not look before this again.
        while closer < tokens.count {
            guard case .delimiter(let mark, let count, let length, let opens, true) = tokens[closer], count > 0 else {
                closer += 1
                continue
            }
            var opener = closer - 1
            var found = false
            while opener >= 0 {
                if case .delimiter(mark, let left, let openerLength, true, let alsoCloses) = tokens[opener], left > 0,
                    mark == "~"
                        ? left == count
                        : !((alsoCloses || opens) && (openerLength + length) % 3 == 0 && !(openerLength % 3 == 0 && length % 3 == 0))
                {
                    found = true
                    break
                }
                opener -= 1
            }
            guard found, case .delimiter(_, let left, let openerLength, let isOpening, let isClosing) = tokens[opener] else {
                closer += 1
                continue
            }
            let used = mark == "~" ? count : (left >= 2 && count >= 2 ? 2 : 1)
            let intent: InlinePresentationIntent = mark == "~" ? .strikethrough : used == 2 ? .stronglyEmphasized : .emphasized
            for index in opener + 1..<closer {
                intents[index].insert(intent)
                // What stands between is no delimiter any more.
                if case .delimiter(let mark, let count, _, _, _) = tokens[index] {
                    tokens[index] = .part(.init(text: String(repeating: mark, count: count)))
                }
            }
            tokens[opener] = .delimiter(mark, count: left - used, length: openerLength, opens: isOpening, closes: isClosing)
            tokens[closer] = .delimiter(mark, count: count - used, length: length, opens: opens, closes: true)
            if count == used { closer += 1 }
        }
        var parts: [Markdown.Part] = []
        for (token, intent) in zip(tokens, intents) {
            var part: Markdown.Part
            switch token {
            case .part(let known): part = known
            case .delimiter(let mark, let count, _, _, _): part = .init(text: String(repeating: mark, count: count))
            }
            guard !part.text.isEmpty else { continue }
            part.intents.formUnion(intent)
            if let last = parts.last, last.intents == part.intents, last.link == part.link {
                parts[parts.count - 1].text += part.text
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    // MARK: Code, links, entities

    private func codeSpan(at start: Int) -> (code: String, end: Int)? {
        let length = runLength(at: start)
        var index = start + length
        while index < characters.count {
            guard characters[index] == "`" else {
                index += 1
                continue
            }
            let closing = runLength(at: index)
            if closing == length {
                var code = characters[(start + length)..<index]
                if code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) { code = code.dropFirst().dropLast() }
                return (String(code), index + closing)
            }
            index += closing
        }
        return nil
    }

    private func link(at start: Int) -> (text: String, destination: String, end: Int)? {
        var depth = 0
        var index = start
        while index < characters.count {
            switch characters[index] {
            case "\\": index += 1
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
            if depth == 0 { break }
            index += 1
        }
        guard index + 1 < characters.count, characters[index + 1] == "(" else { return nil }
        let text = String(characters[(start + 1)..<index])
        var parentheses = 0
        var end = index + 1
        while end < characters.count {
            switch characters[end] {
            case "\\": end += 1
            case "(": parentheses += 1
            case ")": parentheses -= 1
            default: break
            }
            if parentheses == 0 { break }
            end += 1
        }
        guard end < characters.count else { return nil }
        // A title in quotation marks may follow the destination.
        let inside = String(characters[(index + 2)..<end]).trimmingCharacters(in: .whitespacesAndNewlines)
        let destination =
            inside.hasPrefix("<") ? String(inside.dropFirst().prefix { $0 != ">" }) : String(inside.prefix { !$0.isWhitespace })
        return (text, destination, end + 1)
    }

    private func autolink(at start: Int) -> (address: String, end: Int)? {
        guard let end = characters[start...].firstIndex(of: ">"), end - start < 2000 else { return nil }
        let address = String(characters[(start + 1)..<end])
        guard !address.contains(where: { $0.isWhitespace || $0 == "<" }) else { return nil }
        let isAddress = address.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]{1,31}:.*/) != nil || address.wholeMatch(of: /[^@:]+@[^@:]+/) != nil
        return isAddress ? (address, end + 1) : nil
    }

    private func entity(at start: Int) -> (text: String, end: Int)? {
        guard let end = characters[start...].prefix(12).firstIndex(of: ";") else { return nil }
        let name = String(characters[(start + 1)..<end])
        let known = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®", "trade": "™",
            "hellip": "…", "mdash": "—", "ndash": "–", "bull": "•", "middot": "·", "times": "×", "deg": "°", "euro": "€",
        ]
        if let text = known[name] { return (text, end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value > 0 else { return nil }
        return (String(Character(scalar)), end + 1)
    }
}
