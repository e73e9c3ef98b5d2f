import SubdialLayout
import Testing

@testable import SubdialWidgets

@Suite struct TypographyTests {
    @Test(arguments: [
        (TextStyle.largeTitle, TypeSize.large, 34, 41), (.title, .large, 28, 34), (.title2, .large, 22, 28), (.title3, .large, 20, 25),
        (.headline, .large, 17, 22), (.body, .large, 17, 22), (.callout, .large, 16, 21), (.subheadline, .large, 15, 20),
        (.footnote, .large, 13, 18), (.caption, .large, 12, 16), (.caption2, .large, 11, 13),
        (.body, .xxxLarge, 23, 29), (.caption2, .xLarge, 13, 18), (.largeTitle, .accessibility1, 44, 52), (.body, .accessibility5, 53, 63),
        // In widgets, the smallest text size is large.
        (.body, .xSmall, 17, 22), (.body, .medium, 17, 22),
    ])
    func phone(style: TextStyle, typeSize: TypeSize, size: Double, leading: Double) {
        let specification = Typography.specification(style, on: .ios, at: typeSize)
        #expect(specification.size == size && specification.leading == leading)
        #expect(specification.weight == (style == .headline ? .semibold : .regular))
    }

    @Test(arguments: [
        (TextStyle.largeTitle, TypeSize.large, 36), (.headline, .large, 16), (.body, .xLarge, 17), (.caption, .large, 15),
        (.caption2, .large, 14),
        (.footnote, .large, 13), (.title3, .xSmall, 17), (.body, .accessibility3, 23), (.body, .medium, 15.5), (.body, .accessibility5, 23),
    ])
    func watch(style: TextStyle, typeSize: TypeSize, size: Double) {
        let specification = Typography.specification(style, on: .watchos, at: typeSize)
        #expect(specification.size == size && specification.leading == size + 2.5)
    }

    @Test func textOnlyGrows() {
        for platform in [Device.Typography.ios, .watchos] {
            for style in TextStyle.allCases {
                let sizes = TypeSize.allCases.map { Typography.specification(style, on: platform, at: $0) }
                #expect(sizes.map(\.size) == sizes.map(\.size).sorted(), "\(style)")
                #expect(sizes.allSatisfy { $0.leading > $0.size }, "\(style)")
            }
        }
    }

    @Test(arguments: [(11, 0.0528), (17, -0.2176), (20, -0.08), (34, -0.136), (5, 0.213), (13.5, -0.06345)])
    func tracking(size: Double, expected: Double) {
        #expect(abs(Typography.tracking(size) - expected) < 1e-9)
    }
}
