import SubdialBasics
import SubdialDocuments
import SubdialLayout

/// The properties of a node in a line of a tree: `font=title`, `spacing=2`, `line 3`, a colour, `padding: 4 4 4 4`.
struct NodeProperties {
    /// The named properties, in order; if several have the same name, the later ones have a number.
    private(set) var named: [(name: String, value: String)] = []
    /// The properties without a name.
    private(set) var others: [String] = []
    /// The text, with its quotation marks; nil if there is none.
    let text: String?

    init(_ rest: String) {
        let range = NodeLine.text(rest[...])
        text = range.map { String(rest[$0]) }
        var rest = rest
        if let range { rest.replaceSubrange(range, with: " ") }
        // Modifiers are in braces at the end, separated by commas.
        var modifiers: [String] = []
        if let open = Self.parts(rest, at: "{").first?.endIndex, open < rest.endIndex, let close = rest.lastIndex(of: "}"), open < close {
            modifiers = Self.parts(String(rest[rest.index(after: open)..<close]), at: ",").map(String.init)
            rest = String(rest[..<open])
        }
        for group in Self.parts(rest, at: ",") { add(Self.parts(String(group), at: " ").filter { !$0.isEmpty }) }
        for modifier in modifiers {
            let parts = modifier.drop { $0 == " " }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? Self.trimmed(parts[1]) : ""
            if parts.count > 1 { name(String(parts[0]), value) } else { other(Self.trimmed(parts[0])) }
        }
    }

    /// Adds the words of a list's element: numbers belong to the word before them, as in `line 3`.
    private mutating func add(_ words: [Substring]) {
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            let start = index
            while index < words.count, Self.isNumber(words[index]) { index += 1 }
            let numbers = words[start..<index].joined(separator: " ")
            if let sign = word.firstIndex(of: "=") {
                let value = word[word.index(after: sign)...]
                name(String(word[..<sign]), numbers.isEmpty ? String(value) : "\(value) \(numbers)")
            } else if word.hasPrefix("#"), NodeLine.id(word) != nil {
                continue
            } else if numbers.isEmpty {
                other(String(word))
            } else if Self.isNumber(word) {
                other("\(word) \(numbers)")
            } else {
                name(String(word.hasSuffix(":") ? word.dropLast() : word), numbers)
            }
        }
    }

    private mutating func name(_ name: String, _ value: String) {
        let count = named.count { $0.name == name || $0.name.hasPrefix("\(name)[") }
        named.append((count == 0 ? name : "\(name)[\(count)]", value))
    }

    private mutating func other(_ piece: String) {
        if !piece.isEmpty { others.append(piece) }
    }

    private static func trimmed(_ piece: Substring) -> String {
        var piece = piece.drop { $0 == " " }
        while piece.last == " " { piece.removeLast() }
        return String(piece)
    }

    private static func isNumber(_ word: Substring) -> Bool {
        word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
            ?? false
    }

    /// The parts of a text between separators that are in neither brackets nor quotation marks.
    private static func parts(_ text: String, at separator: Character) -> [Substring] {
        var (depth, isQuoted, isEscaped) = (0, false, false)
        return text.split(omittingEmptySubsequences: false) { letter in
            if isQuoted {
                isQuoted = isEscaped || letter != "\""
                isEscaped = letter == "\\" && !isEscaped
                return false
            }
            if letter == separator, depth == 0 { return true }
            switch letter {
            case "\"": isQuoted = true
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            return false
        }
    }

    /// The differences from `old`, as phrases: `has font title3 instead of headline`.
    func changes(from old: NodeProperties) -> [String] {
        var phrases: [String] = []
        if let change = changeOfText(from: old) { phrases.append(change) }
        for (name, value) in named {
            let property = Self.printed(name) + (value.isEmpty ? "" : " \(Self.printed(value))")
            guard let before = old.named.first(where: { $0.name == name }) else {
                phrases.append("has \(property), which it had not")
                continue
            }
            if before.value != value { phrases.append("has \(property) instead of \(Self.printed(before.value))") }
        }
        for (name, value) in old.named where !named.contains(where: { $0.name == name }) {
            phrases.append("has no \(Self.printed(name)) any more, which was \(Self.printed(value))")
        }
        let (gone, come) = (old.others.filter { !others.contains($0) }, others.filter { !old.others.contains($0) })
        for (index, piece) in come.enumerated() {
            let before = gone.indices.contains(index) ? gone[index] : nil
            phrases.append("has \(Self.printed(piece))" + (before.map { " instead of \(Self.printed($0))" } ?? ", which it had not"))
        }
        for piece in gone.dropFirst(come.count) { phrases.append("has no \(Self.printed(piece)) any more") }
        return phrases
    }

    /// The phrase for another text; nil if it is the same.
    func changeOfText(from old: NodeProperties) -> String? {
        text == old.text ? nil : "says \(Self.printed(text)) instead of \(Self.printed(old.text))"
    }

    /// The differences from `old` with their values, equal in snapshots of one cause.
    ///
    /// Of a text, they are the words that have come and gone: a word before each text is the same difference in all of them.
    ///
    /// - Parameter names: The properties that do not count.
    func edits(from old: NodeProperties, without names: Set<String>) -> [String] {
        var edits: [String] = []
        if text != old.text { edits.append(Self.edit(of: Self.unquoted(old.text), Self.unquoted(text))) }
        for (name, value) in named where !names.contains(name) {
            let before = old.named.first { $0.name == name }?.value
            if before != value { edits.append("\(name) \(before ?? "–") → \(value)") }
        }
        for (name, value) in old.named where !names.contains(name) && !named.contains(where: { $0.name == name }) {
            edits.append("\(name) \(value) → –")
        }
        let (gone, come) = (old.others.filter { !others.contains($0) }, others.filter { !old.others.contains($0) })
        if gone != come { edits.append("\(gone) → \(come)") }
        return edits
    }

    private static func unquoted(_ text: String?) -> String { text.map { String(quoted: $0) ?? $0 } ?? "" }

    /// The different words of two texts, and whether they are the first or the last ones.
    private static func edit(of old: String, _ new: String) -> String {
        let (old, new) = (words(old), words(new))
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (gone, come) = (old[head..<(old.count - tail)].joined(), new[head..<(new.count - tail)].joined())
        return "says \(head == 0 ? "" : "…")\(gone.quoted) → \(come.quoted)\(tail == 0 ? "" : "…")"
    }

    /// The words of a text, and its other characters one by one; a number is one word, with what is between its digits.
    private static func words(_ text: String) -> [String] {
        let letters = Array(text)
        var words: [String] = []
        var joins = false
        for (index, letter) in letters.enumerated() {
            let isBetweenDigits =
                index > 0 && index + 1 < letters.count && letters[index - 1].isNumber && letters[index + 1].isNumber && !letter.isWhitespace
            let isOfWord = letter.isLetter || letter.isNumber || isBetweenDigits
            if joins, isOfWord { words[words.count - 1].append(letter) } else { words.append(String(letter)) }
            joins = isOfWord
        }
        return words
    }

    /// A value for messages, limited in length.
    static func printed(_ value: String?) -> String { value?.limited(to: limit) ?? "nothing" }

    /// The maximum length of a value in a message, in characters.
    private static let limit = 80
}
