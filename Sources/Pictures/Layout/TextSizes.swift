/// The sizes of the text styles at each type size, as Apple's Human Interface Guidelines have them.
package enum TextSizes {
    /// The font size of a style in points.
    ///
    /// - Parameters:
    ///   - typeSize: The index of the type size: 0 for the smallest, 3 for `large`, 11 for the largest. On a phone, the sizes below `large` are
    ///     those of `large`, as in widgets.
    ///   - isWatch: True for the styles of a watch.
    package static func size(of style: TextStyle, at typeSize: Int, isWatch: Bool) -> Double {
        isWatch
            ? watchSizes[min(max(typeSize, 0), watchSizes.count - 1)][watchColumn(style)]
            : phoneSizes[min(max(typeSize, large), phoneSizes.count - 1)][phoneColumn(style)]
    }

    /// The index of the type size `large`.
    package static let large = 3

    private static func phoneColumn(_ style: TextStyle) -> Int {
        switch style {
        case .largeTitle: 0
        case .title: 1
        case .title2: 2
        case .title3: 3
        case .headline: 4
        case .body: 5
        case .callout: 6
        case .subheadline: 7
        case .footnote: 8
        case .caption: 9
        case .caption2: 10
        }
    }

    private static func watchColumn(_ style: TextStyle) -> Int {
        switch style {
        case .largeTitle: 0
        case .title: 1
        case .title2: 2
        case .title3: 3
        case .headline, .body: 4
        case .callout, .subheadline, .caption: 5
        case .caption2: 6
        case .footnote: 7
        }
    }

    private static let phoneSizes: [[Double]] = [
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

    // From xSmall to AX3. Apple does not list the medium row; it is the mean of its neighbours.
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
