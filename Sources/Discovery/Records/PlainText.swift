/// Text from the network, for a terminal.
enum PlainText {
    /// `text` as one line: without control characters and without what turns the direction of text or cannot be seen.
    ///
    /// - Parameter limit: The most characters to keep.
    static func line(_ text: String, limit: Int = 63) -> String {
        var scalars = String.UnicodeScalarView()
        // A character may carry any number of accents: some are enough.
        for scalar in text.prefix(limit * 4).flatMap({ $0.unicodeScalars.prefix(16) }) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: scalars.append(" ")
            // The joiner makes one emoji of several.
            case .format where scalar != "\u{200D}": continue
            case .surrogate, .privateUse, .unassigned: continue
            default: scalars.append(scalar)
            }
        }
        let line = String(scalars).split(separator: " ").joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }
}
