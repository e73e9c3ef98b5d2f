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
/// Sizes and leading are those of Apple's Human Interface Guidelines. On iOS, the sizes below `large` are those of `large`, as in widgets.
enum Typography {
    static func specification(_ style: TextStyle, on platform: Device.Typography, at typeSize: TypeSize) -> TypeSpecification {
        let weight: SubdialLayout.FontWeight = style == .headline ? .semibold : .regular
        switch platform {
        case .ios:
            let row = iosSizes[max(typeSize, .large).index]
            let size = row[iosColumns[style] ?? 5]
            return TypeSpecification(size: size, leading: iosLeading(size), weight: weight)
        case .watchos:
            let row = watchSizes[min(typeSize.index, watchSizes.count - 1)]
            let size = row[watchColumns[style] ?? 4]
            return TypeSpecification(size: size, leading: size + 2.5, weight: weight)
        }
    }

    /// The line height of a font size that belongs to no text style.
    static func leading(of size: Double, on platform: Device.Typography) -> Double {
        platform == .watchos ? size + 2.5 : iosLeading(size)
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

    private static let iosColumns: [TextStyle: Int] = [
        .largeTitle: 0, .title: 1, .title2: 2, .title3: 3, .headline: 4, .body: 5, .callout: 6, .subheadline: 7, .footnote: 8, .caption: 9,
        .caption2: 10,
    ]

    private static let iosSizes: [[Double]] = [
        [31, 25, 19, 17, 14, 14, 13, 12, 12, 11, 11],
        [32, 26, 20, 18, 15, 15, 14, 13, 12, 11, 11],
        [33, 27, 21, 19, 16, 16, 15, 14, 12, 11, 11],
        [34, 28, 22, 20, 17, 17, 16, 15, 13, 12, 11],
        [36, 30, 24, 22, 19, 19, 18, 17, 15, 14, 13],
        [38, 32, 26, 24, 21, 21, 20, 19, 17, 16, 15],
        [40, 34, 28, 26, 23, 23, 22, 21, 19, 18, 17],
        [44, 38, 34, 31, 28, 28, 26, 25, 23, 22, 20],
        [48, 43, 39, 37, 33, 33, 32, 30, 27, 26, 24],
        [52, 48, 44, 43, 40, 40, 38, 36, 33, 32, 29],
        [56, 53, 50, 49, 47, 47, 44, 42, 38, 37, 34],
        [60, 58, 56, 55, 53, 53, 51, 49, 44, 43, 40],
    ]

    private static let watchColumns: [TextStyle: Int] = [
        .largeTitle: 0, .title: 1, .title2: 2, .title3: 3, .headline: 4, .body: 4, .callout: 5, .subheadline: 5, .caption: 5, .caption2: 6,
        .footnote: 7,
    ]

    /// The sizes in points from xSmall to AX3.
    ///
    /// Apple does not list the medium row; it is the mean of its neighbours.
    private static let watchSizes: [[Double]] = [
        [30, 28, 24, 17, 14, 13, 12, 11, 10],
        [32, 30, 26, 18, 15, 14, 13, 12, 11],
        [34, 32, 27, 18.5, 15.5, 14.5, 13.5, 12.5, 11.5],
        [36, 34, 28, 19, 16, 15, 14, 13, 12],
        [40, 38, 30, 20, 17, 16, 15, 14, 13],
        [41, 39, 31, 21, 18, 17, 16, 15, 14],
        [42, 40, 32, 22, 19, 18, 17, 16, 15],
        [44, 42, 34, 24, 21, 18, 17, 16, 15],
        [45, 43, 35, 25, 22, 19, 18, 17, 16],
        [46, 44, 36, 26, 23, 20, 19, 18, 17],
    ]
}

extension TypeSize: Comparable {
    var index: Int { TypeSize.allCases.firstIndex(of: self) ?? 3 }

    /// True if `left` is smaller.
    public static func < (left: TypeSize, right: TypeSize) -> Bool { left.index < right.index }
}
