import SubdialBasics

extension Color {
    /// Parses `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, in upper or lower case; `nil` for anything else.
    ///
    /// The `#` is required.
    package init?(hex: String) {
        guard hex.utf8.first == UInt8(ascii: "#") else { return nil }
        var digits: [UInt8] = []
        for byte in hex.utf8.dropFirst() {
            guard let digit = Self.value(ofHexDigit: byte), digits.count < 8 else { return nil }
            digits.append(digit)
        }
        let bytes: [UInt8]
        switch digits.count {
        case 3, 4: bytes = digits.map { $0 * 17 }
        case 6, 8: bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
        default: return nil
        }
        self.init(
            red: Double(bytes[0]) / 255,
            green: Double(bytes[1]) / 255,
            blue: Double(bytes[2]) / 255,
            alpha: bytes.count == 4 ? Double(bytes[3]) / 255 : 1
        )
    }

    /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque; components are rounded to 8 bits.
    package var hex: String {
        var text = "#"
        for component in alpha < 1 ? [red, green, blue, alpha] : [red, green, blue] {
            let byte = UInt8(saturating: (component * 255).rounded())
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }

    private static func value(ofHexDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Encodes a colour as its hexadecimal text, rounded to 8 bits per component.
extension Color: Codable {
    /// Decodes the text that ``init(hex:)`` parses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = Color(hex: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is no colour: write #RGB, #RRGGBB or #RRGGBBAA"
            )
        }
        self = color
    }

    /// Encodes ``hex``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
