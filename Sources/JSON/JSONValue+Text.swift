import Numbers

extension JSONValue {
    /// The value as JSON on one line, or indented by two spaces a level.
    public func text(indented: Bool = false) -> String {
        var writer = JSONWriter()
        writer.write(self, indent: indented ? 0 : nil)
        return writer.text
    }

    /// The value as JSON on one line; nil where that takes more than `limit` bytes of UTF-8.
    ///
    /// No more memory than for `limit` bytes is taken on the way.
    public func text(within limit: Int) -> String? {
        var writer = JSONWriter(limit: limit)
        writer.write(self, indent: nil)
        return writer.isFull ? nil : writer.text
    }

    /// Appends `text` as a JSON string in quotes.
    ///
    /// What could steer a terminal or turn the direction of the text behind it is escaped: control characters, U+2028, U+2029 and the
    /// embeddings, overrides and isolates of bidirectional text. Everything else stays as it is.
    public static func write(_ text: String, to output: inout String) {
        var writer = JSONWriter()
        writer.write(text)
        output += writer.text
    }
}
