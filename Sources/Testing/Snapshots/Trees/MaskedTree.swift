/// Removes masked nodes from a tree's text.
enum MaskedTree {
    /// The text in which each masked node, with its children, is replaced by a line with only its id.
    ///
    /// - Parameter ids: The ids of masked nodes; if empty, the text is unchanged.
    static func text(_ text: String, hiding ids: Set<String>) -> String {
        guard !ids.isEmpty else { return text }
        var hidden: Int?
        var output: [String] = []
        for raw in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = NodeLine(raw)
            if let indent = hidden, line.indent > indent, !raw.isEmpty { continue }
            hidden = nil
            if let id = line.id, ids.contains(id) {
                hidden = line.indent
                output.append("\(raw.prefix(line.indent))\(line.kind) #\(id)")
            } else {
                output.append(String(raw))
            }
        }
        return output.joined(separator: "\n")
    }
}
