/// One parsed expression: parse once, evaluate as often as entries come.
public struct Expression: Hashable, Sendable {
    /// What it was parsed from, without the braces.
    public let source: String
    let root: Node

    indirect enum Node: Hashable, Sendable {
        case constant(Value)
        case variable(String, at: Int)
        case member(Node, String, at: Int)
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
    /// - Throws: What is wrong with it, and at which character.
    public init(_ source: String) throws(ExpressionError) {
        var parser = try ExpressionParser(source)
        self.source = source
        root = try parser.parseAll()
    }

    /// The names of variables that it uses, each with the offset of its first character.
    public var variables: [(name: String, offset: Int)] {
        var found: [(String, Int)] = []
        root.visit { if case .variable(let name, let offset) = $0 { found.append((name, offset)) } }
        return found
    }
}

extension Expression.Node {
    /// Calls `body` with this node and every one below it, in the order of the text.
    func visit(_ body: (Expression.Node) -> Void) {
        body(self)
        switch self {
        case .constant, .variable: break
        case .member(let base, _, _): base.visit(body)
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
