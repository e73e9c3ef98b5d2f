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
    private static func literal(_ text: String, _ indentation: String, _ newline: String) -> String {
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

    fileprivate static func unclear(_ path: String, _ line: Int) -> InlineError {
        InlineError(description: "\(path):\(line): the end of this call is not found; write the text behind it by hand")
    }

    fileprivate static func changed(_ path: String) -> InlineError {
        InlineError(description: "\(path) has been changed since it was compiled: run the tests again to record in it")
    }
}

/// A minimal lexer for Swift that finds the end of a call: strings, comments and brackets.
struct SwiftLexer {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The text of a range of offsets.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The offset at which a line begins, counted from 1; nil after the end.
    fileprivate func start(ofLine line: Int) -> Int? {
        var (found, offset) = (1, 0)
        while found < line {
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            (found, offset) = (found + 1, end + 1)
        }
        return offset
    }

    /// The leading whitespace of the line at an offset.
    fileprivate func indentation(at offset: Int) -> String {
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return text(start..<(bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.endIndex))
    }

    /// The offset after the bracket that closes the one at `offset`.
    ///
    /// It is nil if the text ends before, or if brackets do not match, which indicates unsupported syntax.
    fileprivate func end(ofBracketsAt offset: Int) -> Int? {
        var index = offset
        var open: [UInt8] = []
        while index < bytes.endIndex {
            if let end = end(ofLiteralOrCommentAt: index) {
                index = end
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.popLast() == bytes[index] else { return nil }
                if open.isEmpty { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The offset of the first byte from `offset` on that is neither whitespace nor in a comment.
    fileprivate func skippingBlanks(from offset: Int) -> Int {
        var index = offset
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "/"), let end = end(ofLiteralOrCommentAt: index) {
                index = end
            } else if Self.blanks.contains(bytes[index]) {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    private static let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]

    private func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
    }

    /// The offset after a string or a comment that begins at `offset`; nil if none begins there, or if it has no end.
    private func end(ofLiteralOrCommentAt offset: Int) -> Int? {
        if let end = end(ofRegexAt: offset) { return end }
        if has("//", at: offset) { return bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex }
        if has("/*", at: offset) { return end(ofCommentAt: offset) }
        var quote = offset
        while quote < bytes.endIndex, bytes[quote] == UInt8(ascii: "#") { quote += 1 }
        guard quote < bytes.endIndex, bytes[quote] == UInt8(ascii: "\"") else { return nil }
        return end(ofStringAt: quote, hashes: quote - offset)
    }

    /// The offset after a regular expression literal on one line.
    ///
    /// A slash begins one if it does not follow an operand that could be divided.
    private func end(ofRegexAt offset: Int) -> Int? {
        let line = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") }
        if has("#/", at: offset) {
            var index = offset + 2
            while index + 1 < line.endIndex, !has("/#", at: index) { index += 1 }
            return index + 1 < line.endIndex ? index + 2 : nil
        }
        guard bytes[offset] == UInt8(ascii: "/"), offset + 1 < line.endIndex,
            ![UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[offset + 1]),
            let before = bytes[..<offset].last(where: { !Self.blanks.contains($0) }), Array("(,=:{[&|!?".utf8).contains(before)
        else { return nil }
        var index = offset + 1
        while index < line.endIndex, bytes[index] != UInt8(ascii: "/") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index < line.endIndex ? index + 1 : nil
    }

    /// The offset after a block comment; block comments nest.
    private func end(ofCommentAt offset: Int) -> Int? {
        var (index, depth) = (offset, 0)
        while index < bytes.endIndex {
            if has("/*", at: index) {
                (index, depth) = (index + 2, depth + 1)
            } else if has("*/", at: index) {
                (index, depth) = (index + 2, depth - 1)
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return nil
    }

    private func end(ofStringAt quote: Int, hashes: Int) -> Int? {
        let isLong = has("\"\"\"", at: quote)
        let width = isLong ? 3 : 1
        func hasHashes(at offset: Int) -> Bool {
            offset + hashes <= bytes.count && bytes[offset..<(offset + hashes)].allSatisfy { $0 == UInt8(ascii: "#") }
        }
        var index = quote + width
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "\\"), hasHashes(at: index + 1) {
                let next = index + 1 + hashes
                guard next < bytes.endIndex, bytes[next] == UInt8(ascii: "(") else {
                    index = next + 1
                    continue
                }
                // An interpolation may contain strings.
                guard let end = end(ofBracketsAt: next) else { return nil }
                index = end
            } else if isLong ? has("\"\"\"", at: index) : bytes[index] == UInt8(ascii: "\""), hasHashes(at: index + width) {
                return index + width + hashes
            } else if !isLong, bytes[index] == UInt8(ascii: "\n") {
                return nil
            } else {
                index += 1
            }
        }
        return nil
    }
}
