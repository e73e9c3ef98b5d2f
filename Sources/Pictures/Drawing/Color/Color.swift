import Glibc
import SubdialBasics

/// A colour in sRGB with straight (not premultiplied) alpha, each component 0…1.
public struct Color: Hashable, Sendable {
    /// The red component, 0…1, gamma encoded.
    package var red: Double
    /// The green component, 0…1, gamma encoded.
    package var green: Double
    /// The blue component, 0…1, gamma encoded.
    package var blue: Double
    /// The opacity, 0 (transparent) … 1 (opaque).
    package var alpha: Double

    /// Opaque black.
    package static let black = Color(red: 0, green: 0, blue: 0)
    /// Opaque white.
    package static let white = Color(red: 1, green: 1, blue: 1)
    /// Transparent black.
    package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// Creates a colour; components are clamped to 0…1, and NaN becomes 0.
    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.clamped(red)
        self.green = Self.clamped(green)
        self.blue = Self.clamped(blue)
        self.alpha = Self.clamped(alpha)
    }

    /// Creates an opaque grey, 0 (black) … 1 (white).
    package init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// The same colour with its alpha multiplied by `factor`, 0…1.
    package func opacity(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * Self.clamped(factor))
    }

    /// A mix in sRGB, weighted by alpha: this colour at `fraction` 0, `other` at 1.
    package func blended(with other: Color, by fraction: Double) -> Color {
        let share = Self.clamped(fraction)
        let own = alpha * (1 - share)
        let others = other.alpha * share
        let total = own + others
        guard total > 0 else { return .clear }
        return Color(
            red: (red * own + other.red * others) / total,
            green: (green * own + other.green * others) / total,
            blue: (blue * own + other.blue * others) / total,
            alpha: total
        )
    }

    /// The result of painting this colour over `background`.
    package func over(_ background: Color) -> Color {
        let behind = background.alpha * (1 - alpha)
        let total = alpha + behind
        guard total > 0 else { return .clear }
        return Color(
            red: (red * alpha + background.red * behind) / total,
            green: (green * alpha + background.green * behind) / total,
            blue: (blue * alpha + background.blue * behind) / total,
            alpha: total
        )
    }

    private static func clamped(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, 0), 1)
    }
}

extension Color {
    /// The relative luminance of WCAG 2, 0 (black) … 1 (white).
    ///
    /// Alpha is ignored.
    package var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The contrast ratio of WCAG 2 with another opaque colour: 1 (none) … 21 (black on white).
    ///
    /// WCAG requires 4.5 for text and 3 for large text.
    package func contrast(with other: Color) -> Double {
        let own = luminance
        let others = other.luminance
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }
}

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

extension Color {
    /// Converts a gamma-encoded component to linear light, by the transfer function of sRGB (IEC 61966-2-1).
    package static func linear(_ encoded: Double) -> Double {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// Converts linear light to a gamma-encoded component.
    static func encoded(_ linear: Double) -> Double {
        linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
    }
}
