import Numbers

/// The functions that give numbers and durations.
extension FunctionCall {
    func duration(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        let seconds: Double
        switch subject {
        case .missing: return .missing
        case .duration(let value): seconds = value
        case .integer, .unsigned, .double: seconds = (subject.number ?? 0) / 1e6
        default: throw needs("microseconds", subject)
        }
        return try budget.makeText(at: offset) { output throws(ExpressionError) in try output.append(Value.clock(seconds)) }
    }

    func percent() throws(ExpressionError) -> Value {
        guard !subject.isEmpty else { return .missing }
        guard let ratio = subject.number, ratio.isFinite, ratio.magnitude < 1e12 else { throw needs("a number", subject) }
        // 0.285 times 100 is 28.499999999999996.
        return .integer(Int64(saturating: ((ratio * 1e7).rounded() / 1e5).rounded()))
    }

    func rounded(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        guard subject != .missing else { return .missing }
        guard let number = subject.number, number.isFinite else { throw needs("a number", subject) }
        guard arguments.count > 1 else {
            switch subject {
            // Exact as they are, which a double is not beyond 53 bits.
            case .integer, .unsigned: return subject
            default: return Int64(exactly: number.rounded()).map(Value.integer) ?? .double(number)
            }
        }
        guard let places = arguments[1].number, (0...9).contains(places) else { throw needs("0 to 9 decimals", arguments[1]) }
        var scale = 1.0
        for _ in 0..<Int(saturating: places) { scale *= 10 }
        let scaled = (number * scale).rounded()
        // A number too large to be scaled has no decimals.
        let text = "\(scaled.isFinite ? scaled / scale : number)"
        return try budget.makeText(at: offset) { output throws(ExpressionError) in try output.append(text) }
    }

    func count(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Int {
        if case .list(let values) = subject { return values.count }
        return try budget.text(of: subject, at: offset).count
    }
}
