/// Text that is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// In characters, counted from 1.
    public let column: Int
    /// What is wrong there, without the place.
    public let reason: String

    /// The place and what is wrong there, as compilers write it: `2:14: this is not a number`.
    public var description: String { "\(line):\(column): \(reason)" }
}

extension JSONValue {
    /// How deep lists and objects may stand in each other.
    public static let maximumDepth = 128
    /// How many bytes of UTF-8 a text may have.
    public static let maximumSize = 16 << 20
    /// How many values a text may hold, lists and objects among them: a value takes more memory than the two bytes of `0,`.
    public static let maximumCount = 1 << 20

    /// Reads `text` by RFC 8259.
    ///
    /// Half a surrogate pair becomes U+FFFD, as players do send such things. A key that stands twice in an object stays there twice.
    ///
    /// - Throws: The first place at which the text is not JSON, or beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
    public init(parsing text: String) throws(JSONError) {
        // Before the copy.
        guard text.utf8.count <= Self.maximumSize else { throw .tooLarge }
        self = try JSONValue(parsing: Array(text.utf8))
    }

    /// Reads UTF-8 bytes by RFC 8259; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: The first place at which the text is not JSON, or beyond ``maximumSize``, ``maximumDepth`` or ``maximumCount``.
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
