/// A problem in a YAML file that people write, with its line and column.
public struct SettingsProblem: Error, Hashable, Sendable {
    /// From 1; 1 where it is not known.
    public var line: Int
    /// From 1; 1 where it is not known.
    public var column: Int
    /// The message on one line: the problem, and what to write instead.
    public var message: String
    /// True where the file can be used nevertheless.
    public var isWarning = false

    /// Makes a problem; without a place it is at the start.
    public init(line: Int? = nil, column: Int? = nil, message: String) {
        self.line = max(1, line ?? 1)
        self.column = max(1, column ?? 1)
        self.message = message
    }

    /// The problem as compilers tell it: `FILE:LINE:COLUMN: MESSAGE`.
    public func text(in path: String) -> String { "\(path):\(line):\(column): \(message)" }
}

/// The problems of a file, gathered while it is read.
public final class SettingsProblems {
    private var found: [SettingsProblem] = []

    /// Makes a list without any.
    public init() {}

    /// Takes note of a problem.
    public func add(_ problem: SettingsProblem) { found.append(problem) }

    /// All of them as they stand in the file.
    public var all: [SettingsProblem] { found.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }
}
