import FoundationEssentials
import Glibc
import SubdialSystem
import Synchronization

/// Writes literals into the sources of tests.
///
/// All locations refer to the sources as they were compiled, regardless of literals written meanwhile.
final class InlineRecording: Sendable {
    static let shared = InlineRecording(built: InlineRecording.modified("/proc/self/exe"))

    /// The link time of the running tests, in seconds since 1970; nil to accept any source as unchanged.
    private let built: Double?

    /// - Parameter built: The value of ``built``.
    init(built: Double? = nil) { self.built = built }

    /// The modification time of a file, in seconds since 1970.
    private static func modified(_ path: String) -> Double? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
    }

    /// A source file, and its edits.
    private struct File {
        let original: SwiftLexer
        var edits: [Range<Int>: String] = [:]
        /// The text that was last written.
        var written: String
    }

    private let files = Mutex<[String: File]>([:])

    /// Writes a literal after the call of an assertion, or replaces the existing one.
    ///
    /// - Parameters:
    ///   - function: The name of the assertion.
    ///   - line: The line of the call, from 1.
    ///   - column: The column of the call's name, or one near it, from 1.
    /// - Throws: An error if the file cannot be read or written, or has changed since it was compiled.
    func write(_ text: String, file path: String, function: String, line: Int, column: Int) throws {
        try files.withLock { files in
            guard let data = FileManager.default.contents(atPath: path) else {
                throw InlineError(description: "\(path) cannot be read, so that nothing can be recorded in it")
            }
            let current = String(decoding: data, as: UTF8.self)
            if files[path] == nil, let built, let modified = Self.modified(path), modified > built { throw InlineError.changed(path) }
            var file = files[path] ?? File(original: SwiftLexer(current), written: current)
            guard file.written == current else { throw InlineError.changed(path) }
            let (range, literal) = try Self.edit(text, in: file.original, path, function, line, column)
            // In a loop or a parameterized test, the last text would be recorded, although all other iterations differ.
            if let other = file.edits[range], other != literal {
                throw InlineError(
                    description: "another text was recorded at this place in the same run; "
                        + "an assertion that is made several times cannot be inline")
            }
            file.edits[range] = literal
            var result: [UInt8] = []
            var offset = 0
            for (range, text) in file.edits.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
                result += file.original.bytes[offset..<range.lowerBound]
                result += Array(text.utf8)
                offset = range.upperBound
            }
            result += file.original.bytes[offset...]
            file.written = String(decoding: result, as: UTF8.self)
            try AtomicFile.write(result, to: path)
            files[path] = file
        }
    }

    /// The range to replace, and the replacement.
    private static func edit(
        _ text: String, in source: SwiftLexer, _ path: String, _ function: String, _ line: Int, _ column: Int
    ) throws(InlineError) -> (Range<Int>, String) {
        guard !text.unicodeScalars.contains("\r") else {
            throw InlineError(description: "the text has a carriage return, which no literal of several lines can hold")
        }
        let name = Array(function.utf8)
        guard let start = source.start(ofLine: line) else { throw .changed(path) }
        let lineEnd = source.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.endIndex
        let calls = (start..<lineEnd).filter { source.bytes[$0...].starts(with: name) }
        guard let call = calls.min(by: { abs($0 - start - column + 1) < abs($1 - start - column + 1) }) else {
            throw InlineError(
                description: "\(path):\(line) has no '\(function)': a text can be recorded only where the function itself is called")
        }
        let bracket = source.skippingBlanks(from: call + name.count)
        guard bracket < source.bytes.endIndex, source.bytes[bracket] == UInt8(ascii: "("), let end = source.end(ofBracketsAt: bracket)
        else { throw .unclear(path, line) }
        // A closure in the parentheses would remain, and be followed by another one.
        guard source.bytes[bracket..<end].firstRange(of: Array("matches:".utf8)) == nil else {
            throw InlineError(
                description: "\(path):\(line): write the text behind the brackets, as a trailing closure, to have it recorded")
        }
        let indentation = source.indentation(at: call)
        // Lines end like the line of the call.
        let newline = lineEnd > start && source.bytes[lineEnd - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
        let literal = Self.literal(text, indentation + "    ", newline)
        let next = source.skippingBlanks(from: end)
        if next < source.bytes.endIndex, source.bytes[next] == UInt8(ascii: "{") {
            guard let close = source.end(ofBracketsAt: next) else { throw .unclear(path, line) }
            return (next..<close, "{\(newline)\(literal)\(newline)\(indentation)}")
        }
        return (end..<end, " {\(newline)\(literal)\(newline)\(indentation)}")
    }

    /// A text as a multi-line literal, with as many `#` as necessary to avoid escapes.
    static func literal(_ text: String, _ indentation: String, _ newline: String) -> String {
        var hashes = ""
        // Comparison by bytes, like the compiler: a combining mark after a quote would form another character with it.
        let bytes = Array(text.utf8)
        func has(_ sign: String) -> Bool { bytes.firstRange(of: Array(sign.utf8)) != nil }
        while has("\"\"\"\(hashes)") || has("\\\(hashes)") { hashes += "#" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : indentation + $0 }
        return (["\(indentation)\(hashes)\"\"\""] + lines + ["\(indentation)\"\"\"\(hashes)"]).joined(separator: newline)
    }
}

/// The error of a text that cannot be recorded in a source.
struct InlineError: Error, CustomStringConvertible {
    let description: String

    static func unclear(_ path: String, _ line: Int) -> InlineError {
        InlineError(description: "\(path):\(line): the end of this call is not found; write the text behind it by hand")
    }

    static func changed(_ path: String) -> InlineError {
        InlineError(description: "\(path) has been changed since it was compiled: run the tests again to record in it")
    }
}
