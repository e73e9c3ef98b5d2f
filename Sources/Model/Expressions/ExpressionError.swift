/// An error in the syntax or the evaluation of an expression.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The description of the problem, with a suggestion if known.
    public let reason: String
    /// The offset of the affected character in the expression, from 0.
    public let offset: Int

    /// Creates an error at the character `offset`, counted from 0.
    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The position, counted from 1, and the reason.
    public var description: String { "character \(offset + 1): \(reason)" }
}
