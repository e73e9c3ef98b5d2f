import JSON

extension Expression {
    /// What the expression comes to where names stand for what `scope` says.
    ///
    /// A name that the scope does not know comes to nothing, as in playerctl.
    ///
    /// - Throws: What cannot be calculated, or makes a text of more than 64 kB, a list of more than 4096 members or more than a million
    ///   steps, and the character at which it stands.
    public func evaluate(in scope: some Scope) throws(ExpressionError) -> Value {
        var budget = EvaluationBudget()
        return try evaluate(in: scope, &budget)
    }

    func evaluate(in scope: some Scope, _ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        try root.evaluate(in: scope, &budget)
    }
}

extension Expression.Node {
    fileprivate func evaluate(in scope: some Scope, _ budget: inout EvaluationBudget) throws(ExpressionError) -> Value {
        switch self {
        case .constant(let value): return value
        case .variable(let name, let offset):
            let value = scope.value(of: name) ?? .missing
            // A scope may put its values together when they are asked for.
            try budget.spend(taking: value, at: offset)
            return value
        case .member(let base, let name, let offset):
            switch try base.evaluate(in: scope, &budget) {
            case .missing: return .missing
            case .map(let members):
                if let value = members[name] { return value }
                throw ExpressionError("there is no member '\(name.excerpt)'\(Suggestion.hint(for: name, among: members.keys))", at: offset)
            case let other: throw ExpressionError("\(other.kind) has no members, so no '\(name.excerpt)'", at: offset)
            }
        case .call(let function, let arguments, let offset):
            // Spelled out: `map` does not carry typed errors.
            var values: [Value] = []
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try argument.evaluate(in: scope, &budget)) }
            return try FunctionCall(function: function, arguments: values, offset: offset).value(&budget)
        case .negated(let operand, let offset):
            switch try operand.evaluate(in: scope, &budget) {
            case .integer(let value): return .integer(0 &- value)
            case .unsigned(let value): return .double(-Double(value))
            case .double(let value): return .double(-value)
            case .duration(let value): return .duration(-value)
            case let other: throw ExpressionError("\(other.kind) cannot be negative", at: offset)
            }
        case .not(let operand): return .bool(try !operand.evaluate(in: scope, &budget).isTrue)
        case .conditional(let condition, let first, let second):
            return try condition.evaluate(in: scope, &budget).isTrue
                ? first.evaluate(in: scope, &budget) : second.evaluate(in: scope, &budget)
        case .binary(let operation, let left, let right, let offset):
            let first = try left.evaluate(in: scope, &budget)
            switch operation {
            case .and: return first.isTrue ? .bool(try right.evaluate(in: scope, &budget).isTrue) : .bool(false)
            case .or: return first.isTrue ? .bool(true) : .bool(try right.evaluate(in: scope, &budget).isTrue)
            case .coalesce: return first.isEmpty ? try right.evaluate(in: scope, &budget) : first
            default: return try operation.apply(first, try right.evaluate(in: scope, &budget), &budget, at: offset)
            }
        }
    }
}
