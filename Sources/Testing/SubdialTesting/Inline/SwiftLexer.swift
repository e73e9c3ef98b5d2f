/// A minimal lexer for Swift that finds the end of a call: strings, comments and brackets.
struct SwiftLexer {
    let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The text of a range of offsets.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The offset at which a line begins, counted from 1; nil after the end.
    func start(ofLine line: Int) -> Int? {
        var (found, offset) = (1, 0)
        while found < line {
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            (found, offset) = (found + 1, end + 1)
        }
        return offset
    }

    /// The leading whitespace of the line at an offset.
    func indentation(at offset: Int) -> String {
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return text(start..<(bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.endIndex))
    }

    /// The offset after the bracket that closes the one at `offset`.
    ///
    /// It is nil if the text ends before, or if brackets do not match, which indicates unsupported syntax.
    func end(ofBracketsAt offset: Int) -> Int? {
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
    func skippingBlanks(from offset: Int) -> Int {
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
