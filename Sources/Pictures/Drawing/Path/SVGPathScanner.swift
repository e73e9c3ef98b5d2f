/// Scans SVG path data: commands, numbers, flags and separators.
struct SVGPathScanner {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// The next byte, without consuming it.
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The offset of the next byte, in characters.
    var characterOffset: Int {
        let index = text.utf8.index(text.startIndex, offsetBy: position)
        return text.distance(from: text.startIndex, to: index)
    }

    /// True if the next byte is a command letter.
    var isAtCommand: Bool {
        guard let peek else { return false }
        return "MmLlHhVvCcSsQqTtAaZz".utf8.contains(peek)
    }

    /// The error for a character that is not a command.
    var unknownCommand: PathError {
        let index = text.utf8.index(text.startIndex, offsetBy: min(position, bytes.count))
        let character = index < text.endIndex ? text[index] : " "
        return .unknownCommand(character, offset: characterOffset)
    }

    /// Consumes the next byte.
    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B { position += 1 }
    }

    /// Skips whitespace and at most one comma; returns true if there was a comma.
    @discardableResult
    private mutating func skipSeparator() -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: ",") else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Skips the separator before further arguments of the same command; returns true if there are any.
    mutating func skipToFurtherArguments(of command: UInt8) throws(PathError) -> Bool {
        let hasComma = skipSeparator()
        if isAtNumber { return true }
        guard !hasComma else { throw expectedNumber(command) }
        return false
    }

    private var isAtNumber: Bool {
        guard let peek else { return false }
        return isDigit(peek) || peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") || peek == UInt8(ascii: ".")
    }

    /// Scans a number, which may directly follow another one (`1-2`, `1.5.5`).
    mutating func number(_ command: UInt8) throws(PathError) -> Double {
        skipSpace()
        if isAtArgumentComma { skipSeparator() }
        let begin = position
        if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
        var digits = skipDigits()
        if peek == UInt8(ascii: ".") {
            position += 1
            digits += skipDigits()
        }
        guard digits > 0 else {
            position = begin
            throw expectedNumber(command)
        }
        skipExponent()
        let value = Double(String(decoding: bytes[begin..<position], as: UTF8.self)) ?? .infinity
        // Far beyond any drawable number, and small enough for sums and products.
        guard abs(value) <= 1e9 else {
            position = begin
            throw .numberOutOfRange(offset: characterOffset)
        }
        return value
    }

    /// Scans the flag of an arc: a single digit, which the next number may follow directly.
    mutating func flag() throws(PathError) -> Bool {
        skipSeparator()
        guard let digit = peek, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
            throw .expectedFlag(offset: characterOffset)
        }
        position += 1
        return digit == UInt8(ascii: "1")
    }

    /// True at a comma between two arguments; a comma is not allowed between a command and its first argument.
    private var isAtArgumentComma: Bool {
        guard peek == UInt8(ascii: ",") else { return false }
        var before = position - 1
        while before >= 0, bytes[before] <= 0x20 { before -= 1 }
        return before >= 0 && (isDigit(bytes[before]) || bytes[before] == UInt8(ascii: "."))
    }

    private mutating func skipDigits() -> Int {
        let begin = position
        while let byte = peek, isDigit(byte) { position += 1 }
        return position - begin
    }

    private mutating func skipExponent() {
        guard peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") else { return }
        let begin = position
        position += 1
        if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
        if skipDigits() == 0 { position = begin }
    }

    private func expectedNumber(_ command: UInt8) -> PathError {
        .expectedNumber(command: Character(UnicodeScalar(command)), offset: characterOffset)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
