extension StringProtocol {
    /// True if the text contains a letter that is written from right to left.
    private var isRightToLeft: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: scalar.properties.isAlphabetic
            default: false
            }
        }
    }

    /// The text for a line with other text, which keeps its order whatever the direction of either is.
    ///
    /// Without isolates (U+2068 and U+2069), the numbers and signs after a Hebrew or Arabic title would be shown in its direction.
    package var isolated: String { isRightToLeft ? "\u{2068}\(self)\u{2069}" : String(self) }

    /// The text with the isolates closed that it leaves open, because it was cut.
    package var closingIsolates: String {
        let open = unicodeScalars.reduce(0) { $1 == "\u{2068}" ? $0 + 1 : $1 == "\u{2069}" ? $0 - 1 : $0 }
        return open > 0 ? self + String(repeating: "\u{2069}", count: open) : String(self)
    }
}
