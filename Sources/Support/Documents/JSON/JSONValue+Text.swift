import SubdialBasics

extension JSONValue {
    /// The value as JSON on one line, or indented by two spaces per level.
    public func text(indented: Bool = false) -> String {
        var writer = JSONWriter()
        writer.write(self, indent: indented ? 0 : nil)
        return writer.text
    }

    /// The value as JSON on one line; nil if that exceeds `limit` bytes of UTF-8.
    ///
    /// It never uses memory for more than `limit` bytes.
    public func text(within limit: Int) -> String? {
        var writer = JSONWriter(limit: limit)
        writer.write(self, indent: nil)
        return writer.isFull ? nil : writer.text
    }

    /// Appends `text` as a JSON string in quotes.
    ///
    /// Characters that could control a terminal or change the text direction are escaped: control characters, U+2028, U+2029, and
    /// bidirectional embeddings, overrides and isolates. All others are written literally.
    public static func write(_ text: String, to output: inout String) {
        var writer = JSONWriter()
        writer.write(text)
        output += writer.text
    }
}
