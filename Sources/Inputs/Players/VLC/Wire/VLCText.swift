/// Text as VLC writes it.
enum VLCText {
    private static let entities: [(name: String, character: Character)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
    ]

    /// `text` with XML entities replaced, each once: `&amp;lt;` becomes `&lt;`.
    static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var plain = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            rest = rest[start...]
            if let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
                plain.append(entity.character)
                rest = rest.dropFirst(entity.name.count)
            } else {
                plain.append(rest.removeFirst())
            }
        }
        return plain + rest
    }
}
