import FoundationEssentials
import SubdialSystem
import SubdialWidgets

/// Adds a case to a suite file, and leaves all other lines and comments unchanged.
package struct SuiteAddition {
    /// The path of the suite file.
    package let path: String
    /// The text of the file; nil if there is none.
    private let text: String?
    /// The suite; nil if there is no file.
    private let suite: SnapshotSuite?

    /// Reads the suite at a path, if there is one.
    ///
    /// - Throws: `SnapshotError` for an invalid suite file.
    package init(to path: String) throws(SnapshotError) {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else {
            (text, suite) = (nil, nil)
            return
        }
        let text = String(decoding: data, as: UTF8.self)
        self.text = text
        suite = try SuiteReader(path: path).suite(text)
    }

    /// True if the suite has a case with that id.
    package func hasCase(_ id: String) -> Bool { suite?.cases.contains { $0.id == id } ?? false }

    /// True if any case has values of that axis, which also apply to a case without its own values.
    package func names(_ axis: LookAxis) -> Bool { suite?.cases.contains { $0.matrix[axis] != nil } ?? false }

    /// The suite's text with the added case.
    ///
    /// - Throws: `SnapshotError` for an id that is taken or invalid, and for a file whose layout does not permit an added line.
    package func adding(_ addition: SnapshotCaseText) throws(SnapshotError) -> String {
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
        // The result is parsed again: the existing cases must be unchanged, and the new one must be present.
        let read = try SuiteReader(path: path).suite(result)
        guard read.cases.count == suite.cases.count + 1, Array(read.cases.filter { $0.id != addition.id }) == suite.cases else {
            throw Self.unreadable(path)
        }
        return result
    }

    /// Writes the suite's text with the added case.
    ///
    /// - Throws: `SnapshotError` as ``adding(_:)`` does, and if the file was changed since it was read.
    package func write(_ addition: SnapshotCaseText) throws {
        let now = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard now == text else { throw SnapshotError.suite(path: path, reason: "it was saved just now; add the case once more") }
        try AtomicFile.write(Array(try adding(addition).utf8), to: path)
    }

    private static func unreadable(_ path: String) -> SnapshotError {
        .suite(path: path, reason: "its cases are not a list of lines with '-'; write them so, or add this case by hand")
    }

    private static func insert(_ addition: SnapshotCaseText, into text: String, _ path: String) throws(SnapshotError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // The line break at the end of the file is not an empty line.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("cases:") }) else {
            return (lines + ["", "cases:", addition.text(indentation: "  ")]).joined(separator: "\n") + "\n"
        }
        let value = lines[start].dropFirst("cases:".count).prefix { $0 != "#" }.filter { !$0.isWhitespace }
        if !value.isEmpty {
            guard ["[]", "null", "~"].contains(value) else { throw unreadable(path) }
            lines[start] = "cases:"
        }
        // The list ends at the next unindented line that is neither an item nor a comment.
        let rest = lines[(start + 1)...]
        let end =
            rest.firstIndex { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasPrefix("#") && !$0.hasPrefix("-") && !$0.hasPrefix("\r") }
            ?? lines.endIndex
        // Comments and empty lines before that belong to the following section.
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
