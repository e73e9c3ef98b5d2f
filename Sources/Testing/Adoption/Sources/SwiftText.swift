/// The words of a Swift source without comments, texts and inactive code.
///
/// It is no parser of Swift: it finds imports, the names of declarations and attributes, for which the compiler's own parser is not there.
struct SwiftText {
    /// An identifier, an attribute such as `@main`, a macro such as `#Preview`, or a sign.
    struct Word: Equatable {
        let text: String
        /// True for the first word of a line.
        let beginsLine: Bool
        /// True for a name in backticks, which is no keyword.
        let isEscaped: Bool
    }

    private(set) var words: [Word] = []

    /// - Parameter conditions: The names that `#if` finds set.
    init(_ bytes: [UInt8], conditions: Set<String>) {
        var stack = ConditionStack(conditions: conditions)
        let code = Self.withoutTexts(bytes)
        for line in code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = Self.words(line)
            if let first = words.first, ["#if", "#elseif", "#else", "#endif"].contains(first.text) {
                stack.read(first.text, words.dropFirst().map(\.text))
            } else if stack.isActive {
                self.words += words
            }
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private static func words(_ line: ArraySlice<UInt8>) -> [Word] {
        var words: [Word] = []
        var index = line.startIndex
        while index < line.endIndex {
            let start = index
            let byte = line[index]
            index += 1
            if byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == UInt8(ascii: "`") { continue }
            let isEscaped = start > line.startIndex && line[start - 1] == UInt8(ascii: "`") && isPart(byte)
            if isPart(byte) || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "#") {
                while index < line.endIndex, isPart(line[index]) { index += 1 }
            } else if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                // `&&`, `||`, `>=`
                if index < line.endIndex, line[index] == byte || line[index] == UInt8(ascii: "=") { index += 1 }
            }
            words.append(Word(text: String(decoding: line[start..<index], as: UTF8.self), beginsLine: words.isEmpty, isEscaped: isEscaped))
        }
        return words
    }

    /// The code with a space in place of each byte of a comment or of a text; line breaks stay.
    private static func withoutTexts(_ bytes: [UInt8]) -> [UInt8] {
        var cleaner = TextCleaner(bytes: bytes)
        return cleaner.clean()
    }
}

/// Removes comments and texts from Swift code.
private struct TextCleaner {
    /// A text that has begun: its quotes and the number of its `#`, or an expression in it with the number of open parentheses.
    private enum Level {
        case text(isMultiline: Bool, signs: Int)
        case expression(parentheses: Int)
    }

    private let bytes: [UInt8]
    private var code: [UInt8]
    private var index = 0
    private var levels: [Level] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
        code = [UInt8](repeating: 0x20, count: bytes.count)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { code[index] = byte }
    }

    mutating func clean() -> [UInt8] {
        while index < bytes.count {
            if case .text(let isMultiline, let signs) = levels.last { readText(isMultiline, signs) } else { readCode() }
        }
        return code
    }

    private func has(_ text: StaticString, at position: Int) -> Bool {
        text.withUTF8Buffer { buffer in
            position + buffer.count <= bytes.count && (0..<buffer.count).allSatisfy { bytes[position + $0] == buffer[$0] }
        }
    }

    private mutating func readCode() {
        if has("//", at: index) {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            return
        }
        if has("/*", at: index) {
            skipComment()
            return
        }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
            var signs = 0
            while index + signs < bytes.count, bytes[index + signs] == UInt8(ascii: "#") { signs += 1 }
            if has("\"", at: index + signs) {
                let isMultiline = has("\"\"\"", at: index + signs)
                levels.append(.text(isMultiline: isMultiline, signs: signs))
                index += signs + (isMultiline ? 3 : 1)
                return
            }
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            if case .expression(let parentheses) = levels.last {
                levels.removeLast()
                let open = parentheses + (byte == UInt8(ascii: "(") ? 1 : -1)
                if open > 0 { levels.append(.expression(parentheses: open)) }
            }
        default: break
        }
        code[index] = byte
        index += 1
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if has("/*", at: index) {
                depth += 1
                index += 2
            } else if has("*/", at: index) {
                depth -= 1
                index += 2
            } else {
                index += 1
            }
        } while depth > 0 && index < bytes.count
    }

    private func hasSigns(_ count: Int, at position: Int) -> Bool {
        position + count <= bytes.count && (0..<count).allSatisfy { bytes[position + $0] == UInt8(ascii: "#") }
    }

    private mutating func readText(_ isMultiline: Bool, _ signs: Int) {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\\"), hasSigns(signs, at: index + 1) {
            index += 1 + signs
            if has("(", at: index) { levels.append(.expression(parentheses: 1)) }
            index += 1
        } else if isMultiline
            ? has("\"\"\"", at: index) && hasSigns(signs, at: index + 3) : byte == UInt8(ascii: "\"") && hasSigns(signs, at: index + 1)
        {
            levels.removeLast()
            index += (isMultiline ? 3 : 1) + signs
        } else {
            // A text without an end does not hide the rest of the file.
            if byte == UInt8(ascii: "\n"), !isMultiline { levels.removeAll() }
            index += 1
        }
    }
}
