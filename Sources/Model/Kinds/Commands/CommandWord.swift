/// A word of a command: a text, or one of which parts are known only when the command is run.
package struct CommandWord: Hashable, Sendable {
    /// The word as written, for messages.
    package var source: String
    /// The text before the first unknown part; the whole text if there is none.
    package var prefix: String
    /// True if no part is unknown.
    package var isLiteral: Bool
    /// True if an unknown part is an expression of `kind.yaml`.
    package var hasExpression = false
    /// The shell variables in the unknown parts.
    package var variables: Set<String> = []

    /// Makes a literal word.
    package init(_ text: String) { self.init(source: text, prefix: text, isLiteral: true) }

    init(source: String, prefix: String, isLiteral: Bool) {
        self.source = source
        self.prefix = prefix
        self.isLiteral = isLiteral
    }

    /// The whole text; nil if parts are unknown.
    package var text: String? { isLiteral ? prefix : nil }

    /// The word without its first `count` characters, which are known.
    func dropping(_ count: Int) -> CommandWord {
        var word = self
        word.prefix = String(prefix.dropFirst(count))
        return word
    }

    /// The words as one, separated by spaces.
    static func joined(_ words: ArraySlice<CommandWord>) -> CommandWord {
        var whole = CommandWord("")
        for (index, word) in words.enumerated() {
            let space = index > 0 ? " " : ""
            whole.source += space + word.source
            if whole.isLiteral { whole.prefix += space + word.prefix }
            whole.isLiteral = whole.isLiteral && word.isLiteral
            whole.hasExpression = whole.hasExpression || word.hasExpression
            whole.variables.formUnion(word.variables)
        }
        return whole
    }

    /// The name and the value of an assignment such as `NAME=value`; nil for any other word.
    package var assignment: (name: String, value: CommandWord)? {
        guard let sign = prefix.firstIndex(of: "="), sign > prefix.startIndex else { return nil }
        let name = prefix[..<sign].hasSuffix("+") ? prefix[..<sign].dropLast() : prefix[..<sign]
        guard let first = name.utf8.first, !(0x30...0x39).contains(first), name.utf8.allSatisfy(\.isOfName) else { return nil }
        return (String(name), dropping(prefix.distance(from: prefix.startIndex, to: sign) + 1))
    }
}

extension UInt8 {
    /// True for the bytes of a shell variable's name.
    var isOfName: Bool { self == 0x5F || (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
