/// One thing that is wrong with a template, and where.
public struct TemplateProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A place in a file.
    ///
    /// Lines and columns count from 1.
    public struct Position: Hashable, Sendable, Comparable {
        /// The line, from 1.
        public var line: Int
        /// The character in its line, from 1.
        public var column: Int

        /// Makes the place at `line` and `column`.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// Whether `left` comes before `right` in the file.
        public static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// How bad a problem is.
    public enum Severity: String, Hashable, Sendable {
        /// The template cannot be drawn.
        case error
        /// The template is drawn, and something is missing in the picture.
        case warning
    }

    /// How bad it is.
    public var severity: Severity
    /// The file as it was named by whoever had it read.
    public var file: String
    /// The place in the file.
    public var position: Position
    /// How many characters from `position` on are meant, 1 or more.
    public var length: Int
    /// Where in the tree: `body.HStack[1].VStack[0].Text`.
    ///
    /// Empty where the file has no tree.
    public var path: String
    /// What is wrong, and what to write instead where that is known.
    public var message: String

    /// Makes a problem.
    public init(file: String, position: Position, length: Int = 1, path: String, message: String, severity: Severity = .error) {
        self.file = file
        self.position = position
        self.length = length
        self.path = path
        self.message = message
        self.severity = severity
    }

    /// Behind the last character that is meant.
    public var end: Position { Position(line: position.line, column: position.column + max(1, length)) }

    /// `file:line:column: message (at path)`, with `warning: ` before the message of a warning.
    public var description: String {
        "\(file):\(position.line):\(position.column): \(severity == .warning ? "warning: " : "")\(message)"
            + (path.isEmpty ? "" : " (at \(path))")
    }
}

/// All that is wrong with a template: never empty, in the order of the file.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, by file and then by place.
    public let problems: [TemplateProblem]

    init(_ problems: [TemplateProblem]) {
        self.problems = problems.sorted { ($0.file, $0.position) < ($1.file, $1.position) }
    }

    init(_ problem: TemplateProblem) {
        problems = [problem]
    }

    /// One problem a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
