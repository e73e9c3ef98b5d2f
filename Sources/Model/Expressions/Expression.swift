/// A parsed expression, which can be evaluated repeatedly.
public struct Expression: Hashable, Sendable {
    /// The source text, without the braces.
    public let source: String
    let root: Node

    indirect enum Node: Hashable, Sendable {
        case constant(Value)
        /// A number literal; `whole` is its integer value if it has no decimal point.
        case number(Double, whole: Int64?)
        case variable(String, at: Int)
        case member(Node, String, at: Int)
        case index(Node, Node, at: Int)
        case call(Function, [Node], at: Int)
        case negated(Node, at: Int)
        case not(Node)
        case binary(Operator, Node, Node, at: Int)
        case conditional(Node, Node, Node)
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

    /// Parses the text between the braces.
    ///
    /// - Throws: `ExpressionError` with the offset of the syntax error.
    public init(_ source: String) throws(ExpressionError) {
        var parser = try ExpressionParser(source)
        self.source = source
        root = try parser.parseAll()
    }

    /// The variable name if the expression is a single variable; otherwise nil.
    public var name: String? { if case .variable(let name, _) = root { name } else { nil } }

    /// The names of the variables with the offsets of their first characters.
    public var variables: [(name: String, offset: Int)] {
        var found: [(String, Int)] = []
        root.visit { if case .variable(let name, let offset) = $0 { found.append((name, offset)) } }
        return found
    }
}

extension Expression.Node {
    /// Calls `body` for this node and all nodes below it, in source order.
    func visit(_ body: (Expression.Node) -> Void) {
        body(self)
        switch self {
        case .constant, .number, .variable: break
        case .member(let base, _, _): base.visit(body)
        case .index(let base, let key, _):
            base.visit(body)
            key.visit(body)
        case .call(_, let arguments, _): for argument in arguments { argument.visit(body) }
        case .negated(let operand, _), .not(let operand): operand.visit(body)
        case .binary(_, let left, let right, _):
            left.visit(body)
            right.visit(body)
        case .conditional(let condition, let first, let second):
            condition.visit(body)
            first.visit(body)
            second.visit(body)
        }
    }
}
