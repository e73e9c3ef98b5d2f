import FoundationEssentials

extension FunctionCall {
    /// The date by a pattern, in a zone and the words of a language.
    func date(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard case .date(let date) = subject else { throw needs("a date", subject) }
        guard CivilMoment.isKnown(date) else { throw ExpressionError("the date is too far away", at: offset) }
        let pattern = try budget.text(of: arguments[1], at: offset)
        let zone = try arguments.count > 2 ? budget.text(of: arguments[2], at: offset) : "UTC"
        let locale = try arguments.count > 3 ? budget.text(of: arguments[3], at: offset) : "en"
        let writer = try DatePattern(date, zone: zone, locale: locale, at: offset)
        return try budget.makeText(at: offset) { output throws(ExpressionError) in try writer.write(pattern, into: &output) }
    }
}
