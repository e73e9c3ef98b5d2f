/// The encodings of playlist files.
enum TextEncoding {
    /// Decodes bytes in UTF-8, UTF-16 with a byte order mark, or Windows-1252.
    static func text(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map(scalar)))
    }

    /// The text in Windows-1252; nil if it cannot be represented.
    ///
    /// nil also if the bytes are valid UTF-8, because a reader would decode them as such.
    static func windows1252(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let index = specials.firstIndex(of: UInt16(truncatingIfNeeded: scalar.value)), scalar.value <= 0xFFFF {
                bytes.append(0x80 + UInt8(truncatingIfNeeded: index))
            } else {
                return nil
            }
        }
        let isPlain = bytes.allSatisfy { $0 < 0x80 }
        return isPlain || String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte - 0x80)]) ?? Unicode.Scalar(byte)
    }

    /// The scalars of the bytes 0x80 to 0x9F, according to the WHATWG Encoding Standard.
    private static let specials: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
