import SubdialGLib

extension Function {
    /// Checks the arguments that are written as texts: formats of dates, time zones and regular expressions.
    ///
    /// - Throws: `ExpressionError` at `offset` for one that no evaluation could use.
    func check(_ arguments: [Expression.Node], at offset: Int) throws(ExpressionError) {
        func text(_ index: Int) -> String? {
            guard index < arguments.count, case .constant(.string(let text)) = arguments[index] else { return nil }
            return text
        }
        switch self {
        case .date:
            if let pattern = text(1) { _ = try DatePattern(pattern, at: offset) }
            try Self.checkZone(text(2), at: offset)
        case .dateOf:
            if let pattern = text(1), !pattern.isEmpty { _ = try DatePattern(reading: pattern, at: offset) }
            try Self.checkZone(text(2), at: offset)
        case .weeks: try Self.checkZone(text(2), at: offset)
        case .regexMatches, .regexExtract, .regexFindAll, .regexReplace:
            if let pattern = text(1) { _ = try TextPattern(pattern, at: offset) }
        default: break
        }
    }

    private static func checkZone(_ identifier: String?, at offset: Int) throws(ExpressionError) {
        guard let identifier, !TimeZones.isKnown(identifier) else { return }
        _ = try ZoneClock(identifier, at: offset)
    }
}

extension TextPattern {
    /// Compiles the regular expression of a function.
    convenience init(_ pattern: String, at offset: Int) throws(ExpressionError) {
        do throws(TextPattern.Refusal) {
            try self.init(pattern)
        } catch {
            throw ExpressionError("'\(pattern.excerpt)' is no regular expression: \(error)", at: offset)
        }
    }
}
