import ArgumentParser

/// A command whose help and manual page have examples and a page of the documentation.
protocol DocumentedCommand: ParsableCommand {
    /// The examples, and the page.
    static var manual: CommandManual { get }
}

/// The content of a command's help and manual page beside its arguments.
struct CommandManual: Sendable {
    /// A command line, as in a shell.
    struct Example: Sendable {
        let line: String
        /// The purpose, a sentence without a full stop.
        let purpose: String
    }

    /// The name of a page in `Documentation`, without the extension.
    let page: String
    let examples: [Example]

    /// - Parameter examples: Command lines with their purposes, one to four.
    init(_ page: String, _ examples: KeyValuePairs<String, String>) {
        self.page = page
        self.examples = examples.map { Example(line: $0.key, purpose: $0.value) }
    }
}
