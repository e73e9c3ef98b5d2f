/// A problem in `config.yaml`, with its line and column.
public struct ConfigurationProblem: Error, Hashable, Sendable {
    /// From 1; 1 where it is not known.
    public var line: Int
    /// From 1; 1 where it is not known.
    public var column: Int
    /// The message on one line: the problem, and what to write instead.
    public var message: String
    /// True where the file can be used nevertheless.
    public var isWarning = false

    init(line: Int? = nil, column: Int? = nil, message: String) {
        self.line = max(1, line ?? 1)
        self.column = max(1, column ?? 1)
        self.message = message
    }

    /// The problem as compilers tell it: `FILE:LINE:COLUMN: MESSAGE`.
    public func text(in path: String) -> String { "\(path):\(line):\(column): \(message)" }
}

/// The problems of a file, gathered while it is read.
final class ConfigurationProblems {
    private var found: [ConfigurationProblem] = []

    func add(_ problem: ConfigurationProblem) { found.append(problem) }

    /// All of them as they stand in the file.
    var all: [ConfigurationProblem] { found.sorted { ($0.line, $0.column) < ($1.line, $1.column) } }
}
