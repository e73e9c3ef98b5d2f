import FoundationEssentials

extension Expression.Operator {
    func apply(_ left: Value, _ right: Value, _ evaluation: inout Evaluation, at offset: Int) throws(ExpressionError) -> Value {
        // Comparing two texts takes as many steps as reading them.
        try evaluation.spend(reading: left, at: offset)
        try evaluation.spend(reading: right, at: offset)
        switch self {
        case .equal: return .bool(Self.areEqual(left, right))
        case .notEqual: return .bool(!Self.areEqual(left, right))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return .bool(try compare(left, right, at: offset))
        default: return try calculate(left, right, &evaluation, at: offset)
        }
    }

    static func areEqual(_ left: Value, _ right: Value) -> Bool {
        // Integers of more than 53 bits are exact only among themselves.
        if case (.integer, .integer) = (left, right) { return left == right }
        if case (.unsigned, .unsigned) = (left, right) { return left == right }
        if let first = left.number, let second = right.number { return first == second }
        return left == right
    }

    private func compare(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionError) -> Bool {
        func order<T: Comparable>(_ first: T, _ second: T) -> Bool {
            switch self {
            case .less: first < second
            case .lessOrEqual: first <= second
            case .greater: first > second
            default: first >= second
            }
        }
        switch (left, right) {
        case (.integer(let first), .integer(let second)): return order(first, second)
        case (.unsigned(let first), .unsigned(let second)): return order(first, second)
        case (.string(let first), .string(let second)): return order(first, second)
        case (.date(let first), .date(let second)): return order(first, second)
        case (.missing, _), (_, .missing): return false
        default:
            if let first = left.number, let second = right.number { return order(first, second) }
            throw ExpressionError("\(left.kind) and \(right.kind) have no order", at: offset)
        }
    }

    private func calculate(
        _ left: Value, _ right: Value, _ evaluation: inout Evaluation, at offset: Int
    ) throws(ExpressionError) -> Value {
        switch (left, right) {
        case (.missing, _), (_, .missing): return .missing
        case (.integer(let first), .integer(let second)):
            return try integers(first, second, evaluation.dialect, at: offset)
        case (.string(let first), .string(let second)) where self == .add:
            return try evaluation.makeText(at: offset) { output throws(ExpressionError) in
                try output.append(first)
                try output.append(second)
            }
        case (.date(let first), .date(let second)) where self == .subtract:
            return .duration(first.timeIntervalSince(second))
        case (.date(let date), let other) where self == .add || self == .subtract:
            guard let seconds = other.number else { break }
            return .date(date.addingTimeInterval(self == .add ? seconds : -seconds))
        default:
            guard let first = left.number, let second = right.number else { break }
            let result = try doubles(first, second, at: offset)
            switch (left, right) {
            // The quotient and the product of two durations are numbers; any other result with a duration is a duration.
            case (.duration, .duration) where self == .divide || self == .multiply: return .double(result)
            case (.duration, _), (_, .duration): return .duration(result)
            default: return .double(result)
            }
        }
        throw ExpressionError("'\(rawValue)' cannot be used on \(left.kind) and \(right.kind)", at: offset)
    }

    private func integers(_ first: Int64, _ second: Int64, _ dialect: Dialect, at offset: Int) throws(ExpressionError) -> Value {
        if self == .divide, dialect == .standard, second != 0, first.remainderReportingOverflow(dividingBy: second).partialValue != 0 {
            return .double(Double(first) / Double(second))
        }
        let (result, overflow) =
            switch self {
            case .add: first.addingReportingOverflow(second)
            case .subtract: first.subtractingReportingOverflow(second)
            case .multiply: first.multipliedReportingOverflow(by: second)
            case .remainder: first.flooredRemainder(by: second)
            default: first.dividedReportingOverflow(by: second)
            }
        guard !overflow else { throw ExpressionError(second == 0 ? "division by zero" : "the result is too large", at: offset) }
        return .integer(result)
    }

    private func doubles(_ first: Double, _ second: Double, at offset: Int) throws(ExpressionError) -> Double {
        switch self {
        case .add: return first + second
        case .subtract: return first - second
        case .multiply: return first * second
        default:
            guard second != 0 else { throw ExpressionError("division by zero", at: offset) }
            return self == .remainder ? first - (first / second).rounded(.down) * second : first / second
        }
    }
}

extension Int64 {
    /// The remainder with the sign of the divisor, as calendars and lists need it: `-1 % 7` is 6.
    fileprivate func flooredRemainder(by divisor: Int64) -> (partialValue: Int64, overflow: Bool) {
        guard divisor != 0 else { return (0, true) }
        guard divisor != -1 else { return (0, false) }
        let rest = self % divisor
        return (rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest, false)
    }
}
