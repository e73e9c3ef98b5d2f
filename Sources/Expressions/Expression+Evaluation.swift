import FoundationEssentials

extension Expression {
    /// What the expression comes to where names stand for what `scope` says.
    ///
    /// A name that the scope does not know comes to nothing, as in playerctl.
    ///
    /// - Throws: What cannot be calculated, and the character at which it stands.
    public func evaluate(in scope: some Scope) throws(ExpressionError) -> Value {
        try root.evaluate(in: scope)
    }
}

extension Expression.Node {
    func evaluate(in scope: some Scope) throws(ExpressionError) -> Value {
        switch self {
        case .constant(let value): return value
        case .variable(let name, _): return scope.value(of: name) ?? .missing
        case .member(let base, let name, let offset):
            switch try base.evaluate(in: scope) {
            case .missing: return .missing
            case .map(let members):
                if let value = members[name] { return value }
                throw ExpressionError("there is no member '\(name)'\(Suggestion.hint(for: name, among: members.keys))", at: offset)
            case let other: throw ExpressionError("\(other.kind) has no members, so no '\(name)'", at: offset)
            }
        case .call(let function, let arguments, let offset):
            // Spelled out: `map` does not carry typed errors.
            var values: [Value] = []
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try argument.evaluate(in: scope)) }
            return try function.apply(to: values, at: offset)
        case .negated(let operand, let offset):
            switch try operand.evaluate(in: scope) {
            case .integer(let value): return .integer(0 &- value)
            case .double(let value): return .double(-value)
            case .duration(let value): return .duration(-value)
            case let other: throw ExpressionError("\(other.kind) cannot be negative", at: offset)
            }
        case .not(let operand): return .bool(try !operand.evaluate(in: scope).isTrue)
        case .conditional(let condition, let first, let second):
            return try condition.evaluate(in: scope).isTrue ? first.evaluate(in: scope) : second.evaluate(in: scope)
        case .binary(let operation, let left, let right, let offset):
            let first = try left.evaluate(in: scope)
            switch operation {
            case .and: return first.isTrue ? .bool(try right.evaluate(in: scope).isTrue) : .bool(false)
            case .or: return first.isTrue ? .bool(true) : .bool(try right.evaluate(in: scope).isTrue)
            case .coalesce: return first.isEmpty ? try right.evaluate(in: scope) : first
            default: return try operation.apply(first, try right.evaluate(in: scope), at: offset)
            }
        }
    }
}

extension Expression.Operator {
    fileprivate func apply(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionError) -> Value {
        switch self {
        case .equal: return .bool(Self.areEqual(left, right))
        case .notEqual: return .bool(!Self.areEqual(left, right))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return .bool(try compare(left, right, at: offset))
        default: return try calculate(left, right, at: offset)
        }
    }

    private static func areEqual(_ left: Value, _ right: Value) -> Bool {
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
        if let first = left.number, let second = right.number { return order(first, second) }
        switch (left, right) {
        case (.string(let first), .string(let second)): return order(first, second)
        case (.date(let first), .date(let second)): return order(first, second)
        case (.missing, _), (_, .missing): return false
        default: throw ExpressionError("\(left.kind) and \(right.kind) have no order", at: offset)
        }
    }

    private func calculate(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionError) -> Value {
        switch (left, right) {
        case (.integer(let first), .integer(let second)):
            return .integer(try integers(first, second, at: offset))
        case (.string(let first), .string(let second)) where self == .add:
            return .string(first + second)
        case (.date(let first), .date(let second)) where self == .subtract:
            return .duration(first.timeIntervalSince(second))
        case (.date(let date), let other) where self == .add || self == .subtract:
            guard let seconds = other.number else { break }
            return .date(date.addingTimeInterval(self == .add ? seconds : -seconds))
        default:
            guard let first = left.number, let second = right.number else { break }
            let result = try doubles(first, second, at: offset)
            switch (left, right) {
            // A share of a duration is a number; all else that has a duration in it is one.
            case (.duration, .duration) where self == .divide || self == .multiply: return .double(result)
            case (.duration, _), (_, .duration): return .duration(result)
            default: return .double(result)
            }
        }
        throw ExpressionError("'\(rawValue)' cannot be used on \(left.kind) and \(right.kind)", at: offset)
    }

    private func integers(_ first: Int64, _ second: Int64, at offset: Int) throws(ExpressionError) -> Int64 {
        let (result, overflow) =
            switch self {
            case .add: first.addingReportingOverflow(second)
            case .subtract: first.subtractingReportingOverflow(second)
            case .multiply: first.multipliedReportingOverflow(by: second)
            default: first.dividedReportingOverflow(by: second)
            }
        guard !overflow else { throw ExpressionError(second == 0 ? "division by zero" : "the result is too large", at: offset) }
        return result
    }

    private func doubles(_ first: Double, _ second: Double, at offset: Int) throws(ExpressionError) -> Double {
        switch self {
        case .add: return first + second
        case .subtract: return first - second
        case .multiply: return first * second
        default:
            guard second != 0 else { throw ExpressionError("division by zero", at: offset) }
            return first / second
        }
    }
}
