/// The command that a bar runs for a click, with the options that select what the line shows.
package struct ClickCommand: Hashable, Sendable {
    private let source: [String]
    private let subject: [String]

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - source: The options that select the source and the configuration, as separate words.
    ///   - subject: The options that select a zone of the source, or a kind.
    package init(source: [String] = [], subject: [String] = []) {
        self.source = source
        self.subject = subject
    }

    /// The command before an action of the line's subject, in shell syntax.
    var line: String { Self.line(source + subject) }

    /// The command that selects a zone of the source, in shell syntax.
    func line(selecting zone: String) -> String { Self.line(source + ["zone", zone]) }

    private static func line(_ words: [String]) -> String { (["subdial", "control"] + words.map(\.shellQuoted)).joined(separator: " ") }
}
