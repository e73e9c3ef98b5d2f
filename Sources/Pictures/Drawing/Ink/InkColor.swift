/// A colour of a panel, 8 bits per channel in sRGB.
package struct InkColor: Hashable, Sendable {
    /// Red, 0 to 255.
    package var red: UInt8
    /// Green, 0 to 255.
    package var green: UInt8
    /// Blue, 0 to 255.
    package var blue: UInt8

    /// Creates a colour.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#RRGGBB`; nil for anything else.
    package init?(hex: String) {
        let digits = hex.utf8.dropFirst()
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let value = UInt32(hex.dropFirst(), radix: 16)
        else { return nil }
        self.init(UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value))
    }

    /// The colour as `#RRGGBB`.
    package var hex: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// True for a colour without a hue.
    package var isGray: Bool { red == green && green == blue }

    /// The luma by ITU-R BT.709 on the stored values, 0 to 255; it keeps the weight of antialiased letters.
    var luma: Int { Int(Self.luma(red, green, blue)) }

    /// Integer arithmetic, so that rounding is equal on all machines.
    @inline(__always)
    static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(red) * 13933 + UInt32(green) * 46871 + UInt32(blue) * 4732 + 32768) >> 16)
    }
}

extension InkColor: Codable {
    /// Decodes `#RRGGBB`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = InkColor(hex: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no colour such as #FF9500")
        }
        self = color
    }

    /// Encodes `#RRGGBB`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
