import SubdialBasics
import SubdialGLib

/// The functions with regular expressions, whose work is limited.
extension FunctionCall {
    /// The steps of compiling a pattern.
    private static let compilation = 4096
    /// The steps of searching for each byte of a text, by the most that it may take.
    private static let search = 32
    /// The maximum number of patterns that an evaluation keeps.
    private static let maximumPatterns = 16

    /// `regex_matches`: true if a part of the text matches.
    func regexMatches(_ evaluation: inout Evaluation) throws(ExpressionError) -> Bool {
        try !matches(&evaluation, first: 1).found.isEmpty
    }

    /// `regex_extract`: the first match, or a group of it.
    func regexExtract(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let (pattern, text, found) = try matches(&evaluation, first: 1)
        let group = try group(pattern, &evaluation)
        guard let match = found.first, let range = match.groups[checked: group] else { return .missing }
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.bytes(range)) }
    }

    /// `regex_find_all`: a list with all matches, or with a group of each; missing where the group takes no part.
    func regexFindAll(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let (pattern, text, found) = try matches(&evaluation)
        let group = try group(pattern, &evaluation)
        return try evaluation.makeList(found.map { $0.groups[checked: group].map { .string(text.bytes($0)) } ?? .missing }, at: offset)
    }

    /// `regex_replace`: the text with each match replaced; `$1` and `${name}` in the replacement are groups, and `$$` is a dollar sign.
    func regexReplace(_ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        let (pattern, text, found) = try matches(&evaluation)
        let replacement = try Replacement(evaluation.text(of: arguments[2], at: offset), pattern, at: offset)
        let count = text.utf8.count
        return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
            var start = 0
            for match in found {
                try output.append(text.bytes(min(start, match.range.lowerBound)..<match.range.lowerBound))
                for part in replacement.parts {
                    switch part {
                    case .text(let text): try output.append(text)
                    case .group(let number): if let range = match.groups[checked: number] { try output.append(text.bytes(range)) }
                    }
                }
                start = max(start, match.range.upperBound)
            }
            try output.append(text.bytes(start..<count))
        }
    }

    /// The matches of the pattern in the text; none if finding them takes too much work.
    private func matches(
        _ evaluation: inout Evaluation, first count: Int = .max
    ) throws(ExpressionError) -> (pattern: TextPattern, text: String, found: [TextPattern.Match]) {
        let text = try evaluation.text(of: subject, at: offset)
        let pattern = try pattern(evaluation.text(of: arguments[1], at: offset), &evaluation)
        try evaluation.spend(text.utf8.count.multipliedReportingOverflow(by: Self.search).partialValue, at: offset)
        do throws(TextPattern.Refusal) {
            return (pattern, text, try pattern.matches(in: text, first: count, patience: &evaluation.patience))
        } catch {
            evaluation.end()
            throw ExpressionError("\(function.rawValue) gives up: \(error)", at: offset)
        }
    }

    private func pattern(_ written: String, _ evaluation: inout Evaluation) throws(ExpressionError) -> TextPattern {
        if let known = evaluation.patterns[written] { return known }
        try evaluation.spend(Self.compilation, at: offset)
        let pattern = try TextPattern(written, at: offset)
        if evaluation.patterns.count == Self.maximumPatterns { evaluation.patterns = [:] }
        evaluation.patterns[written] = pattern
        return pattern
    }

    /// The number of the group of the third argument; by default the first group, or the whole match if there is none.
    private func group(_ pattern: TextPattern, _ evaluation: inout Evaluation) throws(ExpressionError) -> Int {
        guard arguments.count > 2 else { return min(1, pattern.groupCount) }
        if let number = arguments[2].number {
            guard number == number.rounded(), number >= 0, number <= Double(pattern.groupCount) else {
                throw ExpressionError("the pattern has \(pattern.groupCount) groups, so none of this number", at: offset)
            }
            return Int(saturating: number)
        }
        let name = try evaluation.text(of: arguments[2], at: offset)
        guard let number = pattern.group(named: name) else { throw Replacement.noGroup(name, at: offset) }
        return number
    }
}

/// The replacement of the matches of a pattern.
private struct Replacement {
    enum Part {
        case text(String)
        case group(Int)
    }

    private(set) var parts: [Part] = []

    init(_ written: String, _ pattern: TextPattern, at offset: Int) throws(ExpressionError) {
        var rest = written[...]
        while let sign = rest.firstIndex(of: "$") {
            if sign > rest.startIndex { parts.append(.text(String(rest[..<sign]))) }
            rest = rest[rest.index(after: sign)...]
            if rest.first == "$" {
                parts.append(.text("$"))
                rest = rest.dropFirst()
            } else if rest.first == "{", let end = rest.firstIndex(of: "}") {
                let name = String(rest.dropFirst()[..<end])
                parts.append(.group(try Self.group(name, pattern, at: offset)))
                rest = rest[rest.index(after: end)...]
            } else {
                let digits = rest.prefix(while: \.isASCIIDigit).prefix(2)
                guard !digits.isEmpty else {
                    parts.append(.text("$"))
                    continue
                }
                parts.append(.group(try Self.group(String(digits), pattern, at: offset)))
                rest = rest[digits.endIndex...]
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
    }

    private static func group(_ name: String, _ pattern: TextPattern, at offset: Int) throws(ExpressionError) -> Int {
        if let number = Int(name), (0...pattern.groupCount).contains(number) { return number }
        guard let number = pattern.group(named: name) else { throw noGroup(name, at: offset) }
        return number
    }

    static func noGroup(_ name: String, at offset: Int) -> ExpressionError {
        ExpressionError("the pattern has no group '\(name.excerpt)'", at: offset)
    }
}

extension String {
    /// The part of the text with these bytes.
    fileprivate func bytes(_ range: Range<Int>) -> String {
        String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}

extension [Range<Int>?] {
    /// The range of a group; nil if it takes no part in the match.
    fileprivate subscript(checked group: Int) -> Range<Int>? { indices.contains(group) ? self[group] : nil }
}
