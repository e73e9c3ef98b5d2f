/// Cleaning of text from the network for a terminal.
enum PlainText {
    /// `text` on one line: without control, bidirectional and invisible characters.
    ///
    /// - Parameter limit: The maximum number of characters.
    static func line(_ text: String, limit: Int = 63) -> String {
        var scalars = String.UnicodeScalarView()
        // A character may have any number of combining marks; 16 scalars are enough.
        for scalar in text.prefix(limit * 4).flatMap({ $0.unicodeScalars.prefix(16) }) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: scalars.append(" ")
            // The zero-width joiner combines several emoji into one.
            case .format where scalar != "\u{200D}": continue
            case .surrogate, .privateUse, .unassigned: continue
            default: scalars.append(scalar)
            }
        }
        let line = String(scalars).split(separator: " ").joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }
}
