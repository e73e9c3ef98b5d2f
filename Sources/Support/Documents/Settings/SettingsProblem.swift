/// A problem in a YAML file that users write, with its line and column.
package struct SettingsProblem: Error, Hashable, Sendable {
    /// The line, from 1; 1 if unknown.
    package var line: Int
    /// The column, from 1; 1 if unknown.
    package var column: Int
    /// The message on one line: the problem and its remedy.
    package var message: String
    /// True if the file is still usable.
    package var isWarning = false

    /// Makes a problem; without a position it is at the start of the file.
    package init(line: Int? = nil, column: Int? = nil, message: String) {
        self.line = max(1, line ?? 1)
        self.column = max(1, column ?? 1)
        self.message = message
    }

    /// The problem in the form of compiler messages: `FILE:LINE:COLUMN: MESSAGE`.
    package func text(in path: String) -> String { "\(path):\(line):\(column): \(message)" }
}

/// The problems of a file, collected while it is parsed.
package final class SettingsProblems {
    private var found: [SettingsProblem] = []

    /// Makes an empty list.
    package init() {}

    /// Adds a problem.
    package func add(_ problem: SettingsProblem) { found.append(problem) }

    /// All problems in the order of their positions.
    package var all: [SettingsProblem] { found.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }
}
