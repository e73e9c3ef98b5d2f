/// A value of an old-style property list, the format of Xcode's projects: every leaf is a text or bytes.
package enum PropertyListValue: Hashable, Sendable {
    case string(String)
    case data([UInt8])
    case array([PropertyListValue])
    /// The keys are unique.
    case dictionary([String: PropertyListValue])

    /// The value of a dictionary's `key`; nil for other values.
    package subscript(key: String) -> PropertyListValue? { dictionary?[key] }

    /// The text of a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array.
    package var array: [PropertyListValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The texts of an array, without other elements; empty for other values.
    package var strings: [String] { array?.compactMap(\.string) ?? [] }

    /// The members of a dictionary.
    package var dictionary: [String: PropertyListValue]? {
        if case .dictionary(let members) = self { members } else { nil }
    }
}

extension PropertyListValue {
    /// The maximum depth of dictionaries and arrays.
    package static let maximumDepth = 128
    /// The maximum size of a text, in bytes.
    package static let maximumSize = 64 << 20
    /// The maximum number of values.
    package static let maximumCount = 1 << 20

    /// Parses UTF-8.
    ///
    /// - Throws: ``PropertyListError`` with the position of the first mistake.
    package init(parsing bytes: [UInt8]) throws(PropertyListError) {
        guard bytes.count <= Self.maximumSize else {
            throw PropertyListError(line: 1, column: 1, reason: "the text is longer than \(Self.maximumSize >> 20) MiB")
        }
        self = try bytes.withUnsafeBufferPointer { buffer throws(PropertyListError) in
            var parser = PropertyListParser(bytes: buffer)
            return try parser.parseDocument()
        }
    }

    /// Parses a text.
    ///
    /// - Throws: ``PropertyListError`` with the position of the first mistake.
    package init(parsing text: String) throws(PropertyListError) { try self.init(parsing: Array(text.utf8)) }
}

/// A mistake in an old-style property list.
package struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int
    /// The problem, without the position.
    package let reason: String

    /// The position and the problem: `3:8: a value should stand here`.
    package var description: String { "\(line):\(column): \(reason)" }
}
