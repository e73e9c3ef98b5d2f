/// A problem in a template, with its position.
public struct TemplateProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A position in a file.
    ///
    /// Lines and columns start at 1.
    public struct Position: Hashable, Sendable, Comparable {
        /// The line number, from 1.
        public var line: Int
        /// The column, in characters from 1.
        public var column: Int

        /// Creates the position at `line` and `column`.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// True if `left` is before `right` in the file.
        public static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// The severity of a problem.
    public enum Severity: String, Hashable, Sendable {
        /// The template cannot be drawn.
        case error
        /// The template is drawn, but part of the picture is missing.
        case warning
    }

    /// The severity.
    public var severity: Severity
    /// The name of the file, as the caller passed it.
    public var file: String
    /// The position in the file.
    public var position: Position
    /// The number of affected characters from `position` on, 1 or more.
    public var length: Int
    /// The path in the tree: `body.HStack[1].VStack[0].Text`.
    ///
    /// Empty if the file has no tree.
    public var path: String
    /// The description of the problem, with a suggestion if known.
    public var message: String

    /// Creates a problem.
    public init(file: String, position: Position, length: Int = 1, path: String, message: String, severity: Severity = .error) {
        self.file = file
        self.position = position
        self.length = length
        self.path = path
        self.message = message
        self.severity = severity
    }

    /// The position after the last affected character.
    public var end: Position { Position(line: position.line, column: position.column + max(1, length)) }

    /// `file:line:column: message (at path)`, with `warning: ` before the message of a warning.
    public var description: String {
        "\(file):\(position.line):\(position.column): \(severity == .warning ? "warning: " : "")\(message)"
            + (path.isEmpty ? "" : " (at \(path))")
    }
}

/// All problems of a template: at least one, in file order.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, sorted by file and position.
    public let problems: [TemplateProblem]

    init(_ problems: [TemplateProblem]) {
        self.problems = problems.sorted { ($0.file, $0.position) < ($1.file, $1.position) }
    }

    init(_ problem: TemplateProblem) {
        problems = [problem]
    }

    /// The number of problems that the description has.
    private static let described = 30

    /// One line per problem; of many, the first 30 and the number of the others.
    public var description: String {
        let rest = problems.count - Self.described
        let lines = problems.prefix(Self.described).map(\.description) + (rest > 0 ? ["… and \(rest) more"] : [])
        return lines.joined(separator: "\n")
    }
}
