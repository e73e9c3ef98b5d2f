/// The rules for topics and topic filters.
package enum MQTTTopic {
    private static let maximumBytes = 65_535

    /// Checks a topic name for publishing.
    package static func check(_ topic: String) throws(MQTTError) {
        try checkText(topic)
        guard !topic.contains(where: { $0 == "+" || $0 == "#" }) else {
            throw .topic(topic, reason: "'+' and '#' stand only where messages are subscribed to")
        }
    }

    /// Checks a topic filter for subscribing.
    package static func check(filter: String) throws(MQTTError) {
        try checkText(filter)
        let levels = filter.split(separator: "/", omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            guard level == "+" || !level.contains("+") else { throw .topic(filter, reason: "'+' stands for a whole level") }
            guard !level.contains("#") || (level == "#" && index == levels.count - 1) else {
                throw .topic(filter, reason: "'#' stands for all levels that follow, at the end")
            }
        }
    }

    private static func checkText(_ text: String) throws(MQTTError) {
        guard !text.isEmpty else { throw .topic(text, reason: "it is empty") }
        guard text.utf8.count <= maximumBytes else { throw .topic(String(text.prefix(40)), reason: "it is longer than 65535 bytes") }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
            throw .topic(text, reason: "it has controls in it")
        }
    }

    /// True if a filter matches a topic.
    package static func matches(_ filter: String, _ topic: String) -> Bool { wildcards(filter, topic) != nil }

    /// The levels of a topic that match the wildcards of a filter, in order; nil if the filter does not match.
    ///
    /// The levels for `#` are one item, with their slashes.
    package static func wildcards(_ filter: String, _ topic: String) -> [String]? {
        let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
        let given = topic.split(separator: "/", omittingEmptySubsequences: false)
        // Wildcards do not match the broker's own topics, which begin with `$`.
        if topic.hasPrefix("$"), wanted.first.map({ $0 == "+" || $0 == "#" }) == true { return nil }
        var found: [String] = []
        for (index, level) in wanted.enumerated() {
            if level == "#" { return found + [given.dropFirst(index).joined(separator: "/")] }
            guard index < given.count else { return nil }
            if level == "+" {
                found.append(String(given[index]))
            } else if level != given[index] {
                return nil
            }
        }
        return wanted.count == given.count ? found : nil
    }
}
