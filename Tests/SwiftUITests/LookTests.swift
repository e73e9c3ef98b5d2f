import Foundation
import SubdialLayout
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@MainActor @Suite("The look in the environment")
struct LookTests {
    /// The nodes of a view, and the record of its evaluation.
    private func evaluated<V: View>(_ view: V, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> (nodes: [Node], pass: ViewPass) {
        var environment = EnvironmentValues()
        change(&environment)
        let pass = ViewPass()
        let context = _ViewContext(environment, pass: pass)
        return (EnvironmentReader.reading(environment, pass) { context.children(of: view) }, pass)
    }

    private struct Leaf: View {
        typealias Body = Never
        nonisolated static func _nodes(of view: Self, in context: _ViewContext) -> [Node] { [Node(.spacer(minLength: 0), path: "leaf")] }
    }

    private struct Reader: View {
        @SubdialSwiftUI.Environment(\.colorScheme) var scheme
        var body: some View { if scheme == .dark { Leaf() } }
    }

    @Test("A scheme or direction that is set is drawn, also where the look has it already")
    func changes() throws {
        #expect(try #require(evaluated(Leaf().environment(\.colorScheme, .dark)).nodes.first).modifiers == [.colorScheme(.dark)])
        #expect(try #require(evaluated(Leaf().environment(\.colorScheme, .light)).nodes.first).modifiers == [.colorScheme(.light)])
        #expect(
            try #require(evaluated(Leaf().environment(\.layoutDirection, .rightToLeft)).nodes.first).modifiers
                == [.layoutDirection(.rightToLeft)])
        #expect(evaluated(Reader().environment(\.colorScheme, .dark)).nodes.count == 1)
    }

    @Test("A body that reads the scheme is recorded, another is not")
    func reads() {
        #expect(evaluated(Reader()).pass.reads.contains("colorScheme"))
        #expect(!evaluated(Leaf()).pass.reads.contains("colorScheme"))
    }

    @Test("Redaction marks nodes, privacy those that are sensitive")
    func redaction() throws {
        #expect(try #require(evaluated(Leaf().redacted(reason: .placeholder)).nodes.first).modifiers == [.redacted])
        #expect(try #require(evaluated(Leaf().redacted(reason: .privacy)).nodes.first).modifiers == [])
        #expect(try #require(evaluated(Leaf().privacySensitive()).nodes.first).modifiers == [.privacySensitive])
        #expect(try #require(evaluated(Leaf().privacySensitive(false)).nodes.first).modifiers == [])
        #expect(try #require(evaluated(Leaf().privacySensitive().redacted(reason: .privacy)).nodes.first).modifiers == [.redacted])
        #expect(try #require(evaluated(Leaf().unredacted()).nodes.first).modifiers == [.unredacted])
    }

    private struct Metrics: View {
        @ScaledMetric var body17 = 20.0
        @ScaledMetric(relativeTo: .caption) var caption: CGFloat = 12
        let told: (Double, CGFloat) -> Void
        var body: some View {
            let _ = told(body17, caption)
            EmptyView()
        }
    }

    // Sizes: Human Interface Guidelines, Typography, Dynamic Type sizes. Body is 17 at Large, 23 at xxxLarge, 53 at AX5; Caption 1 is 12, 18, 43.
    @Test(
        "A metric grows with its style, in whole pixels",
        arguments: [
            (DynamicTypeSize.large, 20.0, 12.0), (.xSmall, 20, 12), (.xxxLarge, 27, 18), (.accessibility5, 62 + 1 / 3.0, 43),
        ])
    func metrics(size: DynamicTypeSize, body: Double, caption: Double) {
        var seen: [Double] = []
        _ = evaluated(Metrics { seen = [$0, Double($1)] }) { $0.dynamicTypeSize = size }
        #expect(seen.count == 2)
        #expect(abs((seen.first ?? 0) - body) < 1e-9)
        #expect(abs((seen.last ?? 0) - caption) < 1e-9)
    }

    @Test("Type sizes are limited by ranges, and have their older names")
    func typeSizes() {
        var sizes: [DynamicTypeSize] = []
        struct Teller: View {
            @SubdialSwiftUI.Environment(\.dynamicTypeSize) var size
            let tell: (DynamicTypeSize) -> Void
            var body: some View {
                let _ = tell(size)
                EmptyView()
            }
        }
        _ = evaluated(Teller { sizes.append($0) }.dynamicTypeSize(...DynamicTypeSize.xLarge)) { $0.dynamicTypeSize = .accessibility2 }
        _ = evaluated(Teller { sizes.append($0) }.dynamicTypeSize(.xLarge ... .xxLarge)) { $0.dynamicTypeSize = .small }
        _ = evaluated(Teller { sizes.append($0) }.environment(\.sizeCategory, .accessibilityMedium))
        #expect(sizes == [.xLarge, .xLarge, .accessibility1])
        #expect(ContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
        #expect(!ContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
    }

    // Sizes: Human Interface Guidelines, Typography, Dynamic Type sizes: Body and Headline are 28 at AX1, Caption 1 is 18 at xxxLarge.
    @Test("A view's own type size fixes the sizes of its text styles; the look's leaves them to the layout")
    func ownTypeSize() {
        var environment = EnvironmentValues()
        environment.lookTypeSize = .xLarge
        #expect(Font.body.resolved(in: environment).base == .style(.body))
        environment.dynamicTypeSize = .accessibility1
        #expect(Font.body.resolved(in: environment).base == .size(28))
        #expect(Font.headline.resolved(in: environment).base == .size(28))
        #expect(Font.headline.resolved(in: environment).weight == .semibold)
        #expect(Font.system(size: 9).resolved(in: environment).base == .size(9))
        environment.dynamicTypeSize = .xxxLarge
        #expect(Font.caption.resolved(in: environment).base == .size(18))
        let text = content(of: Text("a").bold() + Text("b")) { $0.dynamicTypeSize = .accessibility1 }
        #expect(text.font.base == .size(28))
        #expect(text.runs.allSatisfy { $0.font?.base ?? .size(28) == .size(28) })
    }
}
