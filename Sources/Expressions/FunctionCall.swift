/// A function with the values that it is called with.
struct FunctionCall {
    let function: Function
    let arguments: [Value]
    /// The character of the expression at which the function's name stands.
    let offset: Int

    var subject: Value { arguments.first ?? .missing }

    func value(_ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        switch function {
        case .lc: try lowercased(&budget)
        case .uc: try uppercased(&budget)
        case .markupEscape: try markupEscaped(&budget)
        case .duration: try duration(&budget)
        case .default: subject.isMissingText ? arguments[1] : subject
        case .emoji: try emoji(&budget)
        case .trunc: try truncated(&budget)
        case .pad: try padded(&budget)
        case .join: try joined(&budget)
        case .concat: try concatenated(&budget)
        case .replace: try replaced(&budget)
        case .contains: .bool(try contains(&budget))
        case .round: try rounded(&budget)
        case .percent: try percent()
        case .count: .integer(Int64(try count(&budget)))
        case .first: try first(&budget)
        case .json: try json(&budget)
        case .date: try date(&budget)
        }
    }

    func needs(_ what: String, _ value: Value) -> ExpressionError {
        ExpressionError("\(function.rawValue) needs \(what), not \(value.kind)", at: offset)
    }
}

extension Value {
    /// What `default` replaces: nothing at all, or an empty text; not an empty list.
    fileprivate var isMissingText: Bool {
        switch self {
        case .missing: true
        case .string(let text): text.isEmpty
        default: false
        }
    }
}
