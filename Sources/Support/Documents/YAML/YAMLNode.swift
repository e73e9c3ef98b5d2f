/// A value of a YAML document, with its position.
package struct YAMLNode: Sendable {
    /// The style of a scalar.
    package enum Style: Sendable {
        /// Unquoted: a number, a Boolean, null or a text, as the reader decides.
        case plain
        /// In single or double quotes.
        case quoted
        /// A literal (`|`) or folded (`>`) block.
        case block
    }

    /// A key of a mapping with its value.
    package struct Member: Sendable {
        /// The key, for which YAML allows any value.
        package let key: YAMLNode
        /// The value.
        package let value: YAMLNode
    }

    /// The three kinds of values.
    package enum Content: Sendable {
        /// A text with its style. Escapes are resolved.
        case scalar(String, Style)
        /// A list.
        case sequence([YAMLNode])
        /// Keys with values, in the order of the document.
        case mapping([Member])
    }

    /// The value.
    package let content: Content
    /// The position of the value's first character; for the value of an alias, that of its anchor's value.
    package let mark: YAMLMark

    /// The text of a scalar; nil for a list or a mapping.
    package var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The value of a mapping's key; nil if there is no such key, or the node is not a mapping.
    package subscript(key: String) -> YAMLNode? {
        guard case .mapping(let members) = content else { return nil }
        return members.first { $0.key.text == key }?.value
    }

    /// True for YAML's null: nothing, `~` or `null`, without quotes.
    package var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return ["", "~", "null"].contains(text)
    }
}

/// A position in a document.
package struct YAMLMark: Sendable, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
