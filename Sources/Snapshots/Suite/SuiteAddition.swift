import Files
import FoundationEssentials

/// Adds a case to a suite file, of which every other line and comment stays as it is.
public struct SuiteAddition {
    /// The suite file.
    public let path: String
    /// The text of the file; nil where there is none.
    private let text: String?
    /// The suite; nil where there is no file.
    private let suite: SnapshotSuite?

    /// Reads the suite at a path, where there is one.
    ///
    /// - Throws: `SnapshotError` for a file that is no suite.
    public init(to path: String) throws(SnapshotError) {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            (text, suite) = (nil, nil)
            return
        }
        let text = String(decoding: data, as: UTF8.self)
        self.text = text
        suite = try SuiteReader(path: path).suite(text)
    }

    /// True where a case has that name.
    public func hasCase(_ id: String) -> Bool { suite?.cases.contains { $0.id == id } ?? false }

    /// True where the suite names words of that kind: they would join in where a case names none.
    public func names<Word>(_ words: KeyPath<SnapshotMatrix, [Word]?>) -> Bool {
        suite?.cases.contains { $0.matrix[keyPath: words] != nil } ?? false
    }

    /// The suite's text with the case in it.
    ///
    /// - Throws: `SnapshotError` for a name that is taken or none, and for a file that has its cases where no line can be added.
    public func adding(_ addition: SnapshotCaseText) throws(SnapshotError) -> String {
        guard !hasCase(addition.id) else {
            throw .suite(path: path, reason: "there is a case '\(addition.id)' already; give this one another name")
        }
        guard let text, let suite else {
            let new =
                "# Written by 'subdial preview'. 'subdial snapshot record' draws the references, 'subdial snapshot check' compares.\n"
                + "name: Widgets\nreferences: References\n\ncases:\n\(addition.text(indentation: "  "))\n"
            _ = try SuiteReader(path: path).suite(new)
            return new
        }
        let result = try Self.insert(addition, into: text, path)
        // Whatever the file looks like: the cases before are what they were, and this one is there.
        let read = try SuiteReader(path: path).suite(result)
        guard read.cases.count == suite.cases.count + 1, Array(read.cases.filter { $0.id != addition.id }) == suite.cases else {
            throw Self.unreadable(path)
        }
        return result
    }

    /// Writes the suite's text with the case in it.
    ///
    /// - Throws: `SnapshotError` as ``adding(_:)`` does, and where the file was written since it was read.
    public func write(_ addition: SnapshotCaseText) throws {
        let now = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard now == text else { throw SnapshotError.suite(path: path, reason: "it was saved just now; add the case once more") }
        try AtomicFile.write(Array(try adding(addition).utf8), to: path)
    }

    private static func unreadable(_ path: String) -> SnapshotError {
        .suite(path: path, reason: "its cases are not a list of lines with '-'; write them so, or add this case by hand")
    }

    private static func insert(_ addition: SnapshotCaseText, into text: String, _ path: String) throws(SnapshotError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // A file ends in a line break.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("cases:") }) else {
            return (lines + ["", "cases:", addition.text(indentation: "  ")]).joined(separator: "\n") + "\n"
        }
        let value = lines[start].dropFirst("cases:".count).prefix { $0 != "#" }.filter { !$0.isWhitespace }
        if !value.isEmpty {
            guard ["[]", "null", "~"].contains(value) else { throw unreadable(path) }
            lines[start] = "cases:"
        }
        // The list ends at the next line that stands at the left edge and is no item and no comment.
        let rest = lines[(start + 1)...]
        let end =
            rest.firstIndex { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasPrefix("#") && !$0.hasPrefix("-") && !$0.hasPrefix("\r") }
            ?? lines.endIndex
        // Comments and empty lines before that belong to what follows.
        let last = lines[(start + 1)..<end].lastIndex { line in
            let words = line.drop(while: \.isWhitespace)
            return !words.isEmpty && !words.hasPrefix("#")
        }
        let item = rest[..<end].first { $0.drop { $0 == " " }.hasPrefix("-") }
        let indentation = item.map { String($0.prefix { $0 == " " }) } ?? "  "
        lines.insert(addition.text(indentation: indentation), at: (last ?? start) + 1)
        return lines.joined(separator: "\n") + "\n"
    }
}
