import Foundation
import SubdialSwiftUI
import Testing

@Suite("Code at layout time")
@MainActor
struct LayoutClosureTests {
    @Test("A geometry reader takes the space, and has the frames of the spaces around")
    func geometryReader() {
        let placed = Placed(
            VStack(spacing: 0) {
                Box("top", nil, 20)
                GeometryReader { proxy in
                    let (local, named) = (proxy.frame(in: .local), proxy.frame(in: .named("whole")))
                    Box("a", proxy.size.width / 2, local.minX + named.minY + proxy.frame(in: .global).minY)
                }
                .padding(10)
            }
            .coordinateSpace(name: "whole").padding(5))
        // 90 - 2 * 10 is offered, 30 below the named space and 35 below the picture's edge.
        #expect(placed["a"] == [15, 35, 35, 65])
    }

    @Test("A layout of one's own places its views by their values")
    func layout() {
        let placed = Placed(
            Diagonal(step: 10) {
                Box("a", 10, 10)
                Box("b", 10, 10).layoutValue(key: Extra.self, value: 5)
                ForEach(0..<1) { _ in Box("c", 10, 10) }
            })
        #expect(placed["a"] == [32.5, 32.5, 10, 10])
        #expect(placed["b"] == [47.5, 47.5, 10, 10])
        #expect(placed["c"] == [57.5, 57.5, 10, 10])
    }

    @Test("A layout of any type is that of its own type")
    func anyLayout() {
        let column = Placed(
            AnyLayout(VStackLayout(spacing: 0)) {
                Box("a", 10, 10); Box("b", 10, 10)
            })
        #expect(column["b"].map { $0[1] } == column["a"].map { $0[1] + 10 })
        let own = Placed(
            AnyLayout(Diagonal(step: 10)) {
                Box("a", 10, 10); Box("b", 10, 10)
            })
        #expect(own["b"].map { $0[1] } == own["a"].map { $0[1] + 10 })
    }

    // Apple on Layout.explicitAlignment: a container aligns the layout by the guide that it answers.
    @Test("A layout answers where its guides are")
    func guides() {
        let row = Placed(
            HStack(spacing: 0) {
                Lowered { Box("in", 10, 10) }; Box("b", 10, 10)
            })
        #expect(row["b"].map { $0[1] } == row["in"].map { $0[1] + 5 })
        let column = Placed(
            VStack(alignment: .leading, spacing: 0) {
                Lowered { Box("in", 10, 10) }; Box("b", 10, 10)
            })
        #expect(column["b"].map { $0[0] } == column["in"].map { $0[0] + 3 })
    }

    @Test("A layout can call the layouts of stacks")
    func nested() {
        let placed = Placed(
            Row {
                Box("a").frame(maxWidth: 20).id("a"); Box("b")
            }, height: 40)
        #expect(placed["a"]?[2] == 20)
        #expect(placed["b"]?[2] == 80)
    }

    @Test("The values of views inside reach the views around, and anchors are known in overlays")
    func preferences() {
        let placed = Placed(
            HStack(spacing: 0) {
                Box("a", 10, 10).preference(key: Widths.self, value: [10])
                Box("b", 30, 10).preference(key: Widths.self, value: [30]).anchorPreference(key: Frame.self, value: .bounds) { $0 }
            }
            .overlayPreferenceValue(Widths.self, alignment: .topLeading) { widths in Box("sum", widths.reduce(0, +), 2) }
            .overlayPreferenceValue(Frame.self) { anchor in
                GeometryReader { proxy in
                    if let anchor { Box("mark", proxy[anchor].width, proxy[anchor].minX) }
                }
            })
        #expect(placed["sum"] == [30, 45, 40, 2])
        #expect(placed["mark"] == [30, 45, 30, 10])
        #expect(placed.warnings.isEmpty)
    }

    @Test("An environment value of an optional type keeps its default until it is set")
    func optionalDefault() {
        var values = EnvironmentValues()
        #expect(values[Maybe.self] == 3)
        values[Maybe.self] = nil
        #expect(values[Maybe.self] == nil)
    }
}

private struct Maybe: EnvironmentKey { static let defaultValue: Int? = 3 }

private struct Widths: PreferenceKey {
    static let defaultValue: [Double] = []
    static func reduce(value: inout [Double], nextValue: () -> [Double]) { value += nextValue() }
}

private struct Frame: PreferenceKey {
    static var defaultValue: Anchor<CGRect>? { nil }
    static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) { value = value ?? nextValue() }
}

private struct Extra: LayoutValueKey { static let defaultValue: CGFloat = 0 }

/// Views along a diagonal, a step apart, and further by a value of theirs.
private struct Diagonal: Layout {
    var step: CGFloat

    private func offsets(_ subviews: Subviews) -> [CGFloat] {
        var position: CGFloat = -step
        return subviews.map { view in
            position += step + view[Extra.self]
            return position
        }
    }

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let ends = zip(subviews, offsets(subviews)).map { $0.sizeThatFits(.unspecified).width + $1 }
        return CGSize(width: ends.max() ?? 0, height: ends.max() ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for (view, offset) in zip(subviews, offsets(subviews)) {
            view.place(at: CGPoint(x: bounds.minX + offset, y: bounds.minY + offset), proposal: .unspecified)
        }
    }
}

/// One view, whose centre is at its bottom and whose leading edge is 3 points inside.
private struct Lowered: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize { CGSize(width: 10, height: 10) }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        for view in subviews { view.place(at: bounds.origin, proposal: proposal) }
    }

    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) -> CGFloat? { guide == .center ? bounds.maxY : nil }

    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
    ) -> CGFloat? { guide == .leading ? bounds.minX + 3 : nil }
}

/// A row, by the layout of an `HStack`.
private struct Row: Layout {
    private let stack = HStackLayout(spacing: 0)

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        stack.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        stack.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
    }
}
