/// Why an expression cannot be read, or comes to nothing.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to write instead where that is known.
    public let reason: String
    /// The character of the expression at which it shows, counted from 0.
    public let offset: Int

    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    public var description: String { "character \(offset + 1): \(reason)" }
}
