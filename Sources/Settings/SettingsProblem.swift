/// A problem in a YAML file that users write, with its line and column.
public struct SettingsProblem: Error, Hashable, Sendable {
    /// The line, from 1; 1 if unknown.
    public var line: Int
    /// The column, from 1; 1 if unknown.
    public var column: Int
    /// The message on one line: the problem and its remedy.
    public var message: String
    /// True if the file is still usable.
    public var isWarning = false

    /// Makes a problem; without a position it is at the start of the file.
    public init(line: Int? = nil, column: Int? = nil, message: String) {
        self.line = max(1, line ?? 1)
        self.column = max(1, column ?? 1)
        self.message = message
    }

    /// The problem in the form of compiler messages: `FILE:LINE:COLUMN: MESSAGE`.
    public func text(in path: String) -> String { "\(path):\(line):\(column): \(message)" }
}

/// The problems of a file, collected while it is parsed.
public final class SettingsProblems {
    private var found: [SettingsProblem] = []

    /// Makes an empty list.
    public init() {}

    /// Adds a problem.
    public func add(_ problem: SettingsProblem) { found.append(problem) }

    /// All problems in the order of their positions.
    public var all: [SettingsProblem] { found.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }
}
