/// Why an expression cannot be read, or comes to nothing.
public struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to write instead where that is known.
    public let reason: String
    /// The character of the expression at which it shows, counted from 0.
    public let offset: Int

    /// Makes an error about the character `offset`, counted from 0.
    public init(_ reason: String, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The place, counted from 1 as people do, and what is wrong there.
    public var description: String { "character \(offset + 1): \(reason)" }
}
