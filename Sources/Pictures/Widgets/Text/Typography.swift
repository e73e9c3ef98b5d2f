import SubdialLayout

/// The metrics of a text style on one platform at one type size.
struct TypeSpecification {
    /// The font size in points.
    var size: Double
    /// The distance between two baselines, in points.
    var leading: Double
    var weight: SubdialLayout.FontWeight
}

/// The text styles of the platforms.
///
/// Sizes and leading are those of Apple's Human Interface Guidelines; see `TextSizes`.
enum Typography {
    static func specification(_ style: TextStyle, on platform: Device.Typography, at typeSize: TypeSize) -> TypeSpecification {
        let weight: SubdialLayout.FontWeight = style == .headline ? .semibold : .regular
        switch platform {
        case .ios:
            let size = TextSizes.size(of: style, at: typeSize.index, isWatch: false)
            return TypeSpecification(size: size, leading: iosLeading(size), weight: weight)
        case .watchos:
            let size = TextSizes.size(of: style, at: typeSize.index, isWatch: true)
            return TypeSpecification(size: size, leading: size + 2.5, weight: weight)
        }
    }

    /// San Francisco's extent above the baseline, as a fraction of the size.
    static let ascent = 0.9521
    /// San Francisco's extent below the baseline, as a fraction of the size.
    static let descent = 0.2412
    /// The height of San Francisco's capitals, as a fraction of the size.
    static let capHeight = 0.7046

    /// The line height of a font size that belongs to no text style.
    static func leading(of size: Double, on platform: Device.Typography) -> Double {
        platform == .watchos ? size + 2.5 : iosLeading(size)
    }

    /// The size of a text style at a type size, as a factor of that at the default one.
    static func growth(of style: TextStyle, on platform: Device.Typography, at typeSize: TypeSize) -> Double {
        let usual = specification(style, on: platform, at: .large).size
        return usual > 0 ? specification(style, on: platform, at: typeSize).size / usual : 1
    }

    /// What a tight or a loose font adds to its line height, in points: 2 on iOS and 1 on watchOS.
    static func leading(_ leading: FontLeading, on platform: Device.Typography) -> Double {
        let step: Double = platform == .watchos ? 1 : 2
        return switch leading {
        case .tight: -step
        case .standard: 0
        case .loose: step
        }
    }

    /// The extra advance of each glyph at `size`, in points: the curve published by the designer of Inter.
    static func tracking(_ size: Double) -> Double {
        // Inter Display is already spaced for large sizes.
        size >= displaySize ? size * -0.004 : size * trackingByEm(size)
    }

    /// The font size in points from which Inter Display is used.
    static let displaySize = 20.0

    private static func trackingByEm(_ size: Double) -> Double {
        // -0.0223 + 0.185 · e^(-0.1745 · size), from a table, so that all platforms have the same pixels.
        let table: [(size: Double, em: Double)] = [
            (6, 0.0426), (8, 0.0235), (10, 0.0100), (11, 0.0048), (12, 0.0005), (13, -0.0032), (14, -0.0062), (15, -0.0088),
            (16, -0.0110), (17, -0.0128), (18, -0.0143), (20, -0.0167), (24, -0.0195),
        ]
        guard let above = table.firstIndex(where: { $0.size >= size }) else { return -0.0223 }
        guard above > 0 else { return table[0].em }
        let (low, high) = (table[above - 1], table[above])
        return low.em + (high.em - low.em) * (size - low.size) / (high.size - low.size)
    }

    private static func iosLeading(_ size: Double) -> Double { iosLeadings[size] ?? (size * 1.19).rounded() }

    /// The line height of each size of a text style.
    private static let iosLeadings: [Double: Double] = [
        11: 13, 12: 16, 13: 18, 14: 19, 15: 20, 16: 21, 17: 22, 18: 23, 19: 24, 20: 25, 21: 26, 22: 28, 23: 29, 24: 30, 25: 31, 26: 32,
        27: 33,
        28: 34, 30: 37, 31: 38, 32: 39, 33: 40, 34: 41, 36: 43, 38: 46, 40: 48, 44: 52,
    ]
}

extension TypeSize: Comparable {
    var index: Int { TypeSize.allCases.firstIndex(of: self) ?? 3 }

    /// True if `left` is smaller.
    public static func < (left: TypeSize, right: TypeSize) -> Bool { left.index < right.index }
}
