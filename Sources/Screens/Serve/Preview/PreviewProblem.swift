import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialTemplates
import SubdialWidgets

/// A problem in a file, with its position.
struct PreviewProblem: Hashable, Sendable {
    /// The maximum length of a shown line, in characters.
    private static let longestExcerpt = 240

    private var file: String?
    /// The line number, from 1; nil if unknown.
    var line: Int?
    var column: Int?
    /// The length of the marked range, in characters.
    private var length = 1
    var isWarning = false
    var message: String
    /// The source line.
    private var excerpt: String?

    init(file: String? = nil, message: String) {
        self.file = file
        self.message = message
    }

    /// A problem in a file whose lines and columns are those of the compiler; the marked range is the word there.
    ///
    /// - Parameter byteColumn: The column in bytes of UTF-8, from 1.
    init(file: String, line: Int, byteColumn: Int, message: String) {
        var problem = PreviewProblem(file: file, message: message)
        (problem.line, problem.column) = (line, byteColumn)
        problem = problem.withExcerpt
        if let excerpt = problem.excerpt {
            let before = String(decoding: excerpt.utf8.prefix(max(0, byteColumn - 1)), as: UTF8.self)
            problem.column = before.count + 1
            problem.length = max(1, excerpt.dropFirst(before.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count)
        }
        self = problem
    }

    init(_ problem: TemplateProblem) {
        self.init(file: problem.file, message: problem.message)
        (line, column, length) = (problem.position.line, problem.position.column, problem.length)
        isWarning = problem.severity == .warning
    }

    /// Parses a line such as `FILE:LINE:COLUMN: MESSAGE`, `LINE:COLUMN: MESSAGE` or `KEY.KEY: MESSAGE`.
    ///
    /// - Parameter file: The file if the line names none.
    init(text: String, file: String? = nil) {
        self.init(file: file, message: text)
        if let found = text.firstMatch(of: /^(?:(.+?):)?(\d+):(\d+):\s+(?:warning: )?(.*)$/.dotMatchesNewlines()) {
            if let name = found.output.1 { self.file = String(name) }
            (line, column, message) = (Int(found.output.2), Int(found.output.3), String(found.output.4))
        } else if let found = text.firstMatch(of: /^(\/[^:\n]+):\s+(.*)$/.dotMatchesNewlines()) {
            (self.file, message) = (String(found.output.1), String(found.output.2))
        }
        guard line == nil, let path = message.firstMatch(of: /^([\w.\-\[\]]+):\s/)?.output.1, let file = self.file else { return }
        (line, column) = Self.position(ofKeys: path.split { ".[]".contains($0) }.map(String.init), in: Self.text(file)) ?? (nil, nil)
    }

    /// All problems that an error describes.
    ///
    /// - Parameters:
    ///   - file: The file if the error names none.
    ///   - describe: Returns the message of an error of any other stage.
    static func all(_ error: any Error, file: String? = nil, describe: (any Error) -> String) -> [PreviewProblem] {
        let problems: [PreviewProblem]
        if case .template(let error)? = error as? WidgetError {
            problems = error.problems.map { PreviewProblem($0) }
        } else if case .resource(let file, let reason)? = error as? WidgetError {
            problems = reason.split(separator: "\n").map { PreviewProblem(text: String($0), file: file) }
        } else {
            problems = describe(error).split(separator: "\n").map { PreviewProblem(text: String($0), file: file) }
        }
        return problems.map(\.withExcerpt)
    }

    /// The problem at a place, unless it has one.
    func inFile(_ file: String?, _ line: Int?) -> PreviewProblem {
        guard self.file == nil, let file else { return self }
        var problem = self
        (problem.file, problem.line) = (file, line)
        return problem.withExcerpt
    }

    /// The problem with its source line added.
    var withExcerpt: PreviewProblem {
        guard excerpt == nil, let file, let line, line >= 1 else { return self }
        let lines = Self.text(file).split(maxSplits: line, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1) else { return self }
        var problem = self
        problem.excerpt = String(lines[line - 1].prefix(Self.longestExcerpt))
        return problem
    }

    private static func text(_ file: String) -> String {
        guard file.hasPrefix("/"), let data = FileManager.default.contents(atPath: file), data.count < 4 << 20 else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The position of the key at the end of a key path, in YAML or JSON: each key is searched after the one before.
    private static func position(ofKeys keys: [String], in text: String) -> (line: Int, column: Int)? {
        var rest = text[...]
        var found: String.Index?
        for key in keys where Int(key) == nil {
            guard let range = firstKey(key, in: rest) else { break }
            found = range.lowerBound
            rest = text[range.upperBound...]
        }
        guard let found else { return nil }
        let before = text[..<found]
        let start = before.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
        return (before.count { $0 == "\n" } + 1, text.distance(from: start, to: found) + 1)
    }

    private static func firstKey(_ key: String, in text: Substring) -> Range<String.Index>? {
        var rest = text
        while let range = rest.firstRange(of: key) {
            let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = text[range.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
            if before.map({ " \n\t\"'{,".contains($0) }) ?? true, after.first == ":" { return range }
            rest = text[range.upperBound...]
        }
        return nil
    }

    var json: JSONValue {
        .object([
            JSONMember("file", file.map { .string($0) } ?? .null), JSONMember("line", line.map { .integer(Int64($0)) } ?? .null),
            JSONMember("column", column.map { .integer(Int64($0)) } ?? .null), JSONMember("length", .integer(Int64(length))),
            JSONMember("severity", .string(isWarning ? "warning" : "error")), JSONMember("message", .string(message)),
            JSONMember("excerpt", excerpt.map { .string($0) } ?? .null),
        ])
    }
}
