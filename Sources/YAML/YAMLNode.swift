/// A value of a YAML document, with its position.
public struct YAMLNode: Sendable {
    /// The style of a scalar.
    public enum Style: Sendable {
        /// Unquoted: a number, a Boolean, null or a text, as the reader decides.
        case plain
        /// In single or double quotes.
        case quoted
        /// A literal (`|`) or folded (`>`) block.
        case block
    }

    /// A key of a mapping with its value.
    public struct Member: Sendable {
        /// The key, for which YAML allows any value.
        public let key: YAMLNode
        /// The value.
        public let value: YAMLNode
    }

    /// The three kinds of values.
    public enum Content: Sendable {
        /// A text with its style. Escapes are resolved.
        case scalar(String, Style)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the document.
        case mapping([Member])
    }

    /// The value.
    public let content: Content
    /// The position of the value's first character; for the value of an alias, that of its anchor's value.
    public let mark: YAMLMark

    /// The text of a scalar; nil for a list or a mapping.
    public var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The value of a mapping's key; nil if there is no such key, or the node is not a mapping.
    public subscript(key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key.text == key }?.value
    }

    /// True for YAML's null: nothing, `~` or `null`, without quotes.
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return ["", "~", "null"].contains(text)
    }
}

/// A position in a document.
public struct YAMLMark: Sendable, Equatable {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
