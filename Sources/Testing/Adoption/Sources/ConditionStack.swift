/// The conditions of `#if` around a line.
struct ConditionStack {
    /// One `#if` with its branches.
    private struct Level {
        /// True if the current branch may be compiled.
        var isActive: Bool
        /// True if a branch before the current one is certainly compiled.
        var isDecided: Bool
    }

    let conditions: Set<String>
    private var levels: [Level] = []

    init(conditions: Set<String>) { self.conditions = conditions }

    /// True for code that Linux compiles, and for code of which this is not known.
    var isActive: Bool { levels.allSatisfy(\.isActive) }

    /// Reads a directive: `#if`, `#elseif`, `#else`, `#endif`, with the words behind it.
    mutating func read(_ directive: String, _ words: [String]) {
        switch directive {
        case "#if":
            let value = value(words)
            levels.append(Level(isActive: value != false, isDecided: value == true))
        case "#elseif", "#else":
            guard let level = levels.popLast() else { return }
            let value = directive == "#else" ? true : value(words)
            levels.append(Level(isActive: !level.isDecided && value != false, isDecided: level.isDecided || value == true))
        default: _ = levels.popLast()
        }
    }

    /// The value of a condition; nil if it is not known.
    private func value(_ words: [String]) -> Bool? {
        var reader = Reader(words: words[...], conditions: conditions)
        let value = reader.either()
        return reader.isValid ? value : nil
    }

    /// A parser of conditions; unknown values are nil.
    private struct Reader {
        var words: ArraySlice<String>
        let conditions: Set<String>
        var isValid = true
        private var depth = 0
        private static let maximumDepth = 64

        init(words: ArraySlice<String>, conditions: Set<String>) {
            self.words = words
            self.conditions = conditions
        }

        private mutating func take(_ word: String) -> Bool {
            guard words.first == word else { return false }
            words.removeFirst()
            return true
        }

        mutating func either() -> Bool? {
            var value = both()
            while take("||") {
                let other = both()
                value = value == true || other == true ? true : value == false && other == false ? false : nil
            }
            return value
        }

        private mutating func both() -> Bool? {
            var value = single()
            while take("&&") {
                let other = single()
                value = value == false || other == false ? false : value == true && other == true ? true : nil
            }
            return value
        }

        private mutating func single() -> Bool? {
            depth += 1
            defer { depth -= 1 }
            guard depth < Self.maximumDepth, let word = words.popFirst() else {
                isValid = false
                return nil
            }
            if word == "!" { return single().map { !$0 } }
            if word == "(" {
                let value = either()
                if !take(")") { isValid = false }
                return value
            }
            guard take("(") else { return word == "true" ? true : word == "false" ? false : conditions.contains(word) }
            var arguments: [String] = []
            var open = 1
            while let next = words.popFirst() {
                open += next == "(" ? 1 : next == ")" ? -1 : 0
                if open == 0 { break }
                arguments.append(next)
            }
            return call(word, arguments)
        }

        private func call(_ name: String, _ arguments: [String]) -> Bool? {
            switch name {
            case "os": arguments.first == "Linux"
            case "canImport": arguments.first.map(AppleModules.has)
            case "targetEnvironment": false
            case "swift", "compiler": isAtLeast(arguments)
            default: nil
            }
        }

        /// The value of `>=5.9` for a compiler of the version 6.2.
        private func isAtLeast(_ arguments: [String]) -> Bool? {
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            // A newer compiler may be there.
            let isReached: Bool? = [6, 2].lexicographicallyPrecedes(numbers) ? nil : true
            return arguments.first == ">=" ? isReached : arguments.first == "<" ? isReached.map { !$0 } : nil
        }
    }
}
