/// A syntax error in JSON text, with its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The problem, without the position.
    public let reason: String

    /// The position and the problem in the form of compiler messages: `2:14: this is not a number`.
    public var description: String { "\(line):\(column): \(reason)" }
}

extension JSONValue {
    /// The maximum nesting depth of lists and objects.
    public static let maximumDepth = 128
    /// The maximum size of a text in UTF-8 bytes.
    public static let maximumSize = 16 << 20
    /// The maximum number of values in a text, including lists and objects: a value needs more memory than the two bytes of `0,`.
    public static let maximumCount = 1 << 20

    /// Parses `text` according to RFC 8259.
    ///
    /// An unpaired surrogate becomes U+FFFD, because players do send these. Duplicate keys of an object are kept.
    ///
    /// - Throws: The first syntax error, or the first position beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
    public init(parsing text: String) throws(JSONError) {
        // Checked before the copy is made.
        guard text.utf8.count <= Self.maximumSize else { throw .tooLarge }
        self = try JSONValue(parsing: Array(text.utf8))
    }

    /// Parses UTF-8 bytes according to RFC 8259; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: The first syntax error, or the first position beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.maximumSize else { throw .tooLarge }
        var parser = JSONParser(bytes: bytes)
        self = try parser.parseDocument()
    }
}

extension JSONError {
    fileprivate static var tooLarge: JSONError {
        JSONError(line: 1, column: 1, reason: "the text has more than \(JSONValue.maximumSize >> 20) MiB")
    }
}
