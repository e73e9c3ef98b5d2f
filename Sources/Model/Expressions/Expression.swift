import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A parsed expression, which can be evaluated repeatedly.
public struct Expression: Hashable, Sendable {
    /// The source text, without the braces.
    public let source: String
    /// An error for each backslash in quotes that begins no escape, in order.
    ///
    /// Such a backslash is a part of its text, as written.
    public let unknownEscapes: [ExpressionError]
    private let root: Node

    indirect enum Node: Hashable, Sendable {
        case constant(Value)
        /// A number literal; `whole` is its integer value if it has no decimal point.
        case number(Double, whole: Int64?)
        case variable(String, at: Int)
        case member(Node, String, at: Int)
        case index(Node, Node, at: Int)
        case call(Function, [Node], at: Int)
        case list([Node], at: Int)
        case loop(Loop)
        case negated(Node, at: Int)
        case not(Node)
        case binary(Operator, Node, Node, at: Int)
        case conditional(Node, Node, Node)
    }

    /// An expression that is evaluated for each row of a list.
    struct Loop: Hashable, Sendable {
        /// The name of the row if the expression gives none.
        static let itemName = "item"

        /// `where` or `map`.
        let function: Function
        /// The name of the row in the expression.
        let item: String
        let list: Node
        let body: Node
        let offset: Int
        /// The number of nodes of the expression, which each row costs.
        let cost: Int

        init(_ function: Function, item: String, list: Node, body: Node, at offset: Int) {
            var cost = 0
            body.visit { _, _ in cost += 1 }
            (self.function, self.item, self.list, self.body, self.offset, self.cost) = (function, item, list, body, offset, cost)
        }
    }

    enum Operator: String, Hashable, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case remainder = "%"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case and = "&&"
        case or = "||"
        case coalesce = "??"
    }

    /// The source text without the minus sign that negates all of it; nil for another expression.
    package var negated: String? {
        guard case .negated = root, let sign = source.firstIndex(of: "-") else { return nil }
        return String(source[source.index(after: sign)...])
    }

    /// Parses the text between the braces.
    ///
    /// - Throws: `ExpressionError` with the offset of the syntax error.
    public init(_ source: String) throws(ExpressionError) {
        var parser = try ExpressionParser(source)
        self.source = source
        root = try parser.parseAll()
        unknownEscapes = parser.unknownEscapes
    }

    /// The variable name if the expression is a single variable; otherwise nil.
    public var name: String? { if case .variable(let name, _) = root { name } else { nil } }

    /// The names of the variables with the offsets of their first characters.
    public var variables: [(name: String, offset: Int)] {
        var found: [(String, Int)] = []
        root.visit { node, bound in
            if case .variable(let name, let offset) = node, !bound.contains(name) { found.append((name, offset)) }
        }
        return found
    }
}

extension Expression.Node {
    /// Calls `body` for this node and all nodes below it, in source order, with the names of the rows around it.
    fileprivate func visit(bound: Set<String> = [], _ body: (Expression.Node, Set<String>) -> Void) {
        body(self, bound)
        switch self {
        case .constant, .number, .variable: break
        case .member(let base, _, _): base.visit(bound: bound, body)
        case .index(let base, let key, _):
            base.visit(bound: bound, body)
            key.visit(bound: bound, body)
        case .call(_, let nodes, _), .list(let nodes, _): for node in nodes { node.visit(bound: bound, body) }
        case .loop(let loop):
            loop.list.visit(bound: bound, body)
            loop.body.visit(bound: bound.union([loop.item, RowScope.indexName]), body)
        case .negated(let operand, _), .not(let operand): operand.visit(bound: bound, body)
        case .binary(_, let left, let right, _):
            left.visit(bound: bound, body)
            right.visit(bound: bound, body)
        case .conditional(let condition, let first, let second):
            condition.visit(bound: bound, body)
            first.visit(bound: bound, body)
            second.visit(bound: bound, body)
        }
    }
}

extension Expression {
    /// Evaluates the expression with the variables of `scope`.
    ///
    /// An unknown variable evaluates to `missing`, as in playerctl.
    ///
    /// - Throws: `ExpressionError` with the offset of a value that cannot be computed, of a text of more than 64 kB, of a list of more than 4096
    ///   members, or of the node that exceeds about a million steps.
    public func evaluate(in scope: some Scope) throws(ExpressionError) -> Value {
        var evaluation = Evaluation(scope.dialect)
        return try evaluate(in: scope, &evaluation)
    }

    /// Evaluates the expression without the rows and the members of lists that cannot be evaluated.
    ///
    /// - Parameter omitted: Receives the different problems of what is omitted.
    package func evaluate(in scope: some Scope, omitted: inout [ExpressionError]) throws(ExpressionError) -> Value {
        var evaluation = Evaluation(scope.dialect, omitsParts: true)
        defer { omitted += evaluation.omissions ?? [] }
        return try evaluate(in: scope, &evaluation)
    }

    func evaluate(in scope: some Scope, _ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        try root.evaluate(in: scope, &evaluation)
    }
}

extension Expression.Node {
    fileprivate func evaluate(in scope: some Scope, _ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        switch self {
        case .constant(let value): return value
        case .number(let value, let whole): return scope.dialect == .standard ? whole.map(Value.integer) ?? .double(value) : .double(value)
        case .variable(let name, let offset):
            let value = scope.value(of: name) ?? .missing
            // A scope may create its values on request.
            try evaluation.spend(taking: value, at: offset)
            if let changes = scope.changes { changes.record(scope.nextChange(of: name)) }
            return value
        case .member(let base, let name, let offset):
            let value = try base.evaluate(in: scope, &evaluation)
            guard case .list(let values) = value else { return try value.member(name, isOpen: scope.hasOpenMaps, at: offset) }
            // The member of each element.
            try evaluation.spend(taking: value, at: offset)
            var members: [Value] = []
            for value in values {
                do throws(ExpressionError) {
                    members.append(try value.member(name, isOpen: scope.hasOpenMaps, at: offset))
                } catch {
                    try evaluation.omit(error)
                    members.append(.missing)
                }
            }
            return try evaluation.makeList(members, at: offset)
        case .index(let base, let key, let offset):
            let list = try base.evaluate(in: scope, &evaluation)
            return try list.element(at: key.evaluate(in: scope, &evaluation), offset)
        case .call(let function, let arguments, let offset):
            // A loop, as `map` does not support typed errors.
            var values: [Value] = []
            values.reserveCapacity(arguments.count)
            // A function of time may show less than the seconds of a running date, so it records its own changes.
            let earlier = function.tellsTime ? scope.changes?.removeDate() : nil
            for argument in arguments { values.append(try argument.evaluate(in: scope, &evaluation)) }
            // An optional argument without a value is omitted.
            while values.count > function.arity.lowerBound, values.last == .missing { values.removeLast() }
            var time: EvaluationTime?
            if function.tellsTime {
                time = EvaluationTime(now: scope.now, changes: scope.changes, isRunning: scope.changes?.removeDate() != nil)
                scope.changes?.record(earlier)
            }
            return try FunctionCall(function: function, arguments: values, offset: offset, zones: scope.timeZones, time: time)
                .value(&evaluation)
        case .list(let nodes, let offset):
            var values: [Value] = []
            for node in nodes { values.append(try node.evaluate(in: scope, &evaluation)) }
            return try evaluation.makeList(values, at: offset)
        case .loop(let loop): return try loop.evaluate(in: scope, &evaluation)
        case .negated(let operand, let offset):
            switch try operand.evaluate(in: scope, &evaluation) {
            case .missing: return .missing
            case .integer(let value): return .integer(0 &- value)
            case .unsigned(let value): return .double(-Double(value))
            case .double(let value): return .double(-value)
            case .duration(let value): return .duration(-value)
            case let other: throw ExpressionError("\(other.kind) cannot be negative", at: offset)
            }
        case .not(let operand): return .bool(try !operand.evaluate(in: scope, &evaluation).isTrue)
        case .conditional(let condition, let first, let second):
            return try condition.evaluate(in: scope, &evaluation).isTrue
                ? first.evaluate(in: scope, &evaluation) : second.evaluate(in: scope, &evaluation)
        case .binary(let operation, let left, let right, let offset):
            let first = try left.evaluate(in: scope, &evaluation)
            switch operation {
            case .and: return first.isTrue ? .bool(try right.evaluate(in: scope, &evaluation).isTrue) : .bool(false)
            case .or: return first.isTrue ? .bool(true) : .bool(try right.evaluate(in: scope, &evaluation).isTrue)
            case .coalesce: return first.isEmpty ? try right.evaluate(in: scope, &evaluation) : first
            default: return try operation.apply(first, try right.evaluate(in: scope, &evaluation), &evaluation, at: offset)
            }
        }
    }
}

extension Expression.Loop {
    fileprivate func evaluate(in scope: some Scope, _ evaluation: inout Evaluation) throws(ExpressionError) -> Value {
        let value = try list.evaluate(in: scope, &evaluation)
        guard value != .missing else { return .missing }
        guard let rows = value.rows else {
            throw ExpressionError("\(function.rawValue) needs a list or a map, not \(value.kind)", at: offset)
        }
        var results: [Value] = []
        var inner = RowScope(scope, item: item)
        for (index, row) in rows.enumerated() {
            try evaluation.spend(cost, at: offset)
            (inner.row, inner.index) = (row, index)
            do throws(ExpressionError) {
                let result = try body.evaluate(in: inner, &evaluation)
                if function == .map { results.append(result) } else if result.isTrue { results.append(row) }
            } catch {
                try evaluation.omit(error)
                if function == .map { results.append(.missing) }
            }
        }
        return try evaluation.makeList(results, at: offset)
    }
}

extension Value {
    /// The member of a map; `missing` if there is none and `isOpen` is true.
    fileprivate func member(_ name: String, isOpen: Bool, at offset: Int) throws(ExpressionError) -> Value {
        switch self {
        case .missing: return .missing
        case .map(let members):
            if let value = members[name] { return value }
            if isOpen { return .missing }
            throw ExpressionError("there is no member '\(name.excerpt)'\(Suggestion.hint(for: name, among: members.keys))", at: offset)
        default: throw ExpressionError("\(kind) has no members, so no '\(name.excerpt)'", at: offset)
        }
    }

    /// The member of a list at an index from 0, or from -1 for the last, or that of a map by key; `missing` if there is none.
    fileprivate func element(at key: Value, _ offset: Int) throws(ExpressionError) -> Value {
        switch (self, key) {
        case (.missing, _), (.list, .missing), (.map, .missing): return .missing
        case (.list(let values), _):
            guard let number = key.number, number == number.rounded() else {
                throw ExpressionError("a list's members are numbered from 0, so \(key.kind) finds none", at: offset)
            }
            let index = Int(saturating: number < 0 ? number + Double(values.count) : number)
            return values.indices.contains(index) ? values[index] : .missing
        case (.map(let members), .string(let name)): return members[name] ?? .missing
        case (.map, _): throw ExpressionError("a map's members have names, so \(key.kind) finds none", at: offset)
        default: throw ExpressionError("\(kind) has no members", at: offset)
        }
    }
}

/// The time context of a function: the time of the evaluation, and the record of changes.
struct EvaluationTime {
    /// The time of the evaluation; nil if the evaluation does not depend on time.
    let now: Date?
    let changes: NextChange?
    /// True if an argument runs with the clock.
    let isRunning: Bool

    /// Records the time at which a value derived from `date` changes, which is when the date reaches `boundary`.
    ///
    /// A date that does not run never reaches it.
    func record(_ boundary: Date, of date: Date) {
        guard isRunning, let now else { return }
        changes?.record(now.addingTimeInterval(boundary.timeIntervalSince(date)))
    }
}
