/// The functions that search texts and lists.
extension FunctionCall {
    func contains(_ evaluation: inout Evaluation) throws(ExpressionError) -> Bool {
        let part = arguments[1]
        if case .list(let values) = subject {
            try evaluation.spend(reading: subject, at: offset)
            try evaluation.spend(reading: part, at: offset)
            return values.contains(part)
        }
        if part.isEmpty { return true }
        let text = try evaluation.text(of: subject, at: offset)
        return TextSearch(try evaluation.text(of: part, at: offset)).isFound(in: text)
    }

    func first(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard arguments.count > 1 else {
            if case .list(let values) = subject { return values.first ?? .missing }
            return subject
        }
        let count = try columns(arguments[1])
        if case .list(let values) = subject { return try evaluation.makeList(values.prefix(count), at: offset) }
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.prefix(count)) }
    }
}

/// The functions that split texts.
extension FunctionCall {
    func split(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        let separator = try evaluation.text(of: arguments[1], at: offset)
        guard !separator.isEmpty else { throw ExpressionError("split needs a separator", at: offset) }
        var parts: [Value] = []
        var start = text.startIndex
        for range in TextSearch(separator).ranges(in: text) {
            parts.append(.string(String(text[start..<range.lowerBound])))
            start = range.upperBound
        }
        parts.append(.string(String(text[start...])))
        return try evaluation.makeList(parts, at: offset)
    }

    /// `lines`: the lines of a text; a trailing line break does not add an empty line.
    func lines(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let text = try evaluation.text(of: subject, at: offset)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Value.string(String($0)) }
        if lines.last == .string("") { lines.removeLast() }
        return try evaluation.makeList(lines, at: offset)
    }

    /// `matches`: true if the whole text matches a pattern with `*` for any characters and `?` for one.
    func matches(_ evaluation: inout Evaluation) throws(ExpressionError) -> Bool {
        let text = try evaluation.text(of: subject, at: offset)
        let pattern = try evaluation.text(of: arguments[1], at: offset)
        return try text.matches(pattern) { () throws(ExpressionError) in try evaluation.spend(1, at: offset) }
    }
}

extension String {
    /// True if the whole text matches a pattern with `*` for any characters and `?` for one.
    public func matches(_ pattern: String) -> Bool { matches(pattern) {} }

    /// - Parameter step: Called for each comparison.
    func matches<Failure: Error>(_ pattern: String, step: () throws(Failure) -> Void) throws(Failure) -> Bool {
        let (text, pattern) = (Array(self), Array(pattern))
        var (place, wanted) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while place < text.count {
            try step()
            if wanted < pattern.count, pattern[wanted] == "*" {
                star = (wanted, place)
                wanted += 1
            } else if wanted < pattern.count, pattern[wanted] == "?" || pattern[wanted] == text[place] {
                (place, wanted) = (place + 1, wanted + 1)
            } else if let last = star {
                // The last star consumes one more character.
                (place, wanted) = (last.text + 1, last.pattern + 1)
                star = (last.pattern, place)
            } else {
                return false
            }
        }
        return pattern[wanted...].allSatisfy { $0 == "*" }
    }
}

extension String {
    /// The text without leading and trailing whitespace.
    var trimmedBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
}
