/// The functions that look into texts and lists.
extension FunctionCall {
    func contains(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Bool {
        let part = arguments[1]
        if case .list(let values) = subject {
            try budget.spend(reading: subject, at: offset)
            try budget.spend(reading: part, at: offset)
            return values.contains(part)
        }
        if part.isEmpty { return true }
        let text = try budget.text(of: subject, at: offset)
        return TextSearch(try budget.text(of: part, at: offset)).isFound(in: text)
    }

    func first(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        guard arguments.count > 1 else {
            if case .list(let values) = subject { return values.first ?? .missing }
            return subject
        }
        let count = try columns(arguments[1])
        if case .list(let values) = subject { return try budget.makeList(values.prefix(count), at: offset) }
        guard subject != .missing else { return .missing }
        let text = try budget.text(of: subject, at: offset)
        return try budget.makeText(at: offset) { output throws(ExpressionError) in try output.append(text.prefix(count)) }
    }
}
