extension StringProtocol {
    /// The text for a message: at most `limit` characters; a longer one ends with an ellipsis and its length.
    ///
    /// A text in quotation marks keeps the last one, and they do not count for its length.
    package func limited(to limit: Int) -> String {
        guard count > limit else { return String(self) }
        let isQuoted = hasPrefix("\"") && hasSuffix("\"")
        return "\(prefix(limit - (isQuoted ? 2 : 1)))…\(isQuoted ? "\"" : "") (\(isQuoted ? count - 2 : count) characters)"
    }
}
