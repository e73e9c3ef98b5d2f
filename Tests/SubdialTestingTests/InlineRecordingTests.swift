import Foundation
import Testing

@testable import SubdialTesting

@Suite struct InlineRecordingTests {
    /// A source, the line of the call, the text, and the result.
    struct Recording: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let source: String
        var line = 1
        var text = "a\nb"
        let expected: String
    }

    private static let recordings = [
        Recording(
            testDescription: "none yet", source: "check(of: x, as: y)\n",
            expected: "check(of: x, as: y) {\n    \"\"\"\n    a\n    b\n    \"\"\"\n}\n"),
        Recording(
            testDescription: "one before", source: "  try check(of: x) { \"old\" }\nnext()\n",
            expected: "  try check(of: x) {\n      \"\"\"\n      a\n      b\n      \"\"\"\n  }\nnext()\n"),
        Recording(
            testDescription: "brackets in strings", source: "check(of: \")\\(f(\")\"))\", as: #\"\\)\"#)\n",
            expected: "check(of: \")\\(f(\")\"))\", as: #\"\\)\"#) {\n    \"\"\"\n    a\n    b\n    \"\"\"\n}\n"),
        Recording(
            testDescription: "brackets in comments", source: "check(of: x, // )\n  as: /* ) /* ) */ */ y)\n",
            expected: "check(of: x, // )\n  as: /* ) /* ) */ */ y) {\n    \"\"\"\n    a\n    b\n    \"\"\"\n}\n"),
        Recording(
            testDescription: "a text of several lines before",
            source: "check(of: x) {\n    #\"\"\"\n    } \"\"\" {\n    \"\"\"#\n} // end\n",
            expected: "check(of: x) {\n    \"\"\"\n    a\n    b\n    \"\"\"\n} // end\n"),
        Recording(
            testDescription: "quotes and backslashes", source: "check()\n", text: "say \"\"\"x\"\"\" \\(y)\n\nend",
            expected: "check() {\n    #\"\"\"\n    say \"\"\"x\"\"\" \\(y)\n\n    end\n    \"\"\"#\n}\n"),
        Recording(
            testDescription: "ünïcödé before", source: "let ü = \"é\"; check()\n",
            expected: "let ü = \"é\"; check() {\n    \"\"\"\n    a\n    b\n    \"\"\"\n}\n"),
        Recording(
            testDescription: "regular expressions", source: "check(a.drop(/\\(/), #/https://x)/#, b / (c / d)) // )\n",
            expected: "check(a.drop(/\\(/), #/https://x)/#, b / (c / d)) {\n    \"\"\"\n    a\n    b\n    \"\"\"\n} // )\n"),
        Recording(
            testDescription: "combining marks", source: "check()\n", text: "\\\u{301} \"\"\"\u{FE0F}",
            expected: "check() {\n    #\"\"\"\n    \\\u{301} \"\"\"\u{FE0F}\n    \"\"\"#\n}\n"),
        Recording(
            testDescription: "lines of Windows", source: "check()\r\nnext()\r\n", text: "a\nb",
            expected: "check() {\r\n    \"\"\"\r\n    a\r\n    b\r\n    \"\"\"\r\n}\r\nnext()\r\n"),
        Recording(
            testDescription: "the second line", source: "first()\n    check()", line: 2,
            expected: "first()\n    check() {\n        \"\"\"\n        a\n        b\n        \"\"\"\n    }"),
    ]

    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "inline-\(UUID().uuidString).swift")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private func text(_ path: String) throws -> String { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) }

    @Test(arguments: recordings) func recorded(_ recording: Recording) throws {
        try withFile(recording.source) { path in
            try InlineRecording().write(recording.text, file: path, function: "check", line: recording.line, column: 1)
            #expect(try text(path) == recording.expected)
        }
    }

    /// Several texts are recorded at the locations of the compiled file, in any order, and one of them twice.
    @Test func severalInOneFile() throws {
        try withFile("check(1)\ncheck(2); check(3)\n") { path in
            let recording = InlineRecording()
            try recording.write("three", file: path, function: "check", line: 2, column: 11)
            try recording.write("one", file: path, function: "check", line: 1, column: 1)
            try recording.write("two", file: path, function: "check", line: 2, column: 1)
            try recording.write("one", file: path, function: "check", line: 1, column: 1)
            func closure(_ word: String) -> String { " {\n    \"\"\"\n    \(word)\n    \"\"\"\n}" }
            #expect(try text(path) == "check(1)\(closure("one"))\ncheck(2)\(closure("two")); check(3)\(closure("three"))\n")
        }
    }

    /// In a loop, the last text would win, and all other iterations would pass.
    @Test func anotherTextAtTheSamePlace() throws {
        try withFile("check()\n") { path throws in
            let recording = InlineRecording()
            try recording.write("one", file: path, function: "check", line: 1, column: 1)
            #expect {
                try recording.write("two", file: path, function: "check", line: 1, column: 1)
            } throws: {
                "\($0)".hasPrefix("another text was recorded at this place")
            }
        }
    }

    @Test func aCarriageReturnCannotStandInALiteral() throws {
        try withFile("check()\n") { path throws in
            #expect(throws: InlineError.self) {
                try InlineRecording().write("a\r\nb", file: path, function: "check", line: 1, column: 1)
            }
        }
    }

    /// A file that differs from the compiled one is not changed.
    @Test(arguments: ["", "other()\n", "check(\n", "check\n", "check(]\n)", "check(x, matches: { \"old\" })\n", "check(f(x) }\n"])
    func changedFile(_ source: String) throws {
        try withFile(source) { path throws in
            #expect(throws: InlineError.self) {
                try InlineRecording().write("x", file: path, function: "check", line: 1, column: 1)
            }
            #expect(try text(path) == source)
        }
    }

    /// Another process of the same build may have recorded into the file, so that its locations have changed.
    @Test func changedSinceTheBuild() throws {
        try withFile("check()\n") { path throws in
            #expect {
                try InlineRecording(built: 1).write("x", file: path, function: "check", line: 1, column: 1)
            } throws: {
                "\($0)".contains("has been changed since it was compiled")
            }
            #expect(try text(path) == "check()\n")
        }
    }

    @Test func changedWhileTestsRan() throws {
        try withFile("check()\n") { path in
            let recording = InlineRecording()
            try recording.write("x", file: path, function: "check", line: 1, column: 1)
            try Data("// edited\ncheck()\n".utf8).write(to: URL(filePath: path))
            #expect(throws: InlineError.self) { try recording.write("y", file: path, function: "check", line: 1, column: 1) }
            #expect(try text(path) == "// edited\ncheck()\n")
        }
    }
}
