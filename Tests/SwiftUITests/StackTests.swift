import Foundation
import SubdialSwiftUI
import Testing

@Suite("Stacks and frames")
@MainActor
struct StackTests {
    /// objc.io, "HStacks with Flexible Children" (2020-11-10): 75 and 100 in 150 points.
    @Test("The least flexible view of a stack is offered its share first")
    func flexibility() {
        let placed = Placed(
            HStack(spacing: 0) {
                Box("red").frame(maxWidth: 100).id("red")
                Box("green").frame(minWidth: 100).id("green")
            }, width: 150)
        #expect(placed["red"]?[2] == 75)
        #expect(placed["green"]?[2] == 100)
    }

    @Test("The default distance is 8 points, and none beside a spacer, whose least length is 8 points")
    func spacing() {
        let apart = Placed(
            HStack {
                Box("a", 10, 10); Box("b", 10, 10)
            })
        #expect(apart["b"].map { $0[0] } == apart["a"].map { $0[0] + 18 })
        let spaced = Placed(
            HStack {
                Box("a", 10, 10); Spacer(); Box("b", 10, 10)
            }.fixedSize())
        #expect(spaced["b"].map { $0[0] } == spaced["a"].map { $0[0] + 18 })
        let least = Placed(
            HStack {
                Box("a", 10, 10); Spacer(minLength: 30); Box("b", 10, 10)
            }.fixedSize())
        #expect(least["b"].map { $0[0] } == least["a"].map { $0[0] + 40 })
    }

    @Test("A spacer has the lowest priority: a flexible frame leaves it its least length")
    func sharing() {
        let placed = Placed(
            HStack(spacing: 0) {
                Box("a").frame(maxWidth: .infinity).id("a"); Spacer()
            })
        #expect(placed["a"]?[2] == 92)
    }

    @Test("A higher priority gets its length first")
    func priority() {
        let placed = Placed(
            HStack(spacing: 0) {
                Box("a").frame(minWidth: 20).id("a"); Box("b").layoutPriority(1)
            })
        #expect(placed["b"]?[2] == 80)
        #expect(placed["a"]?[2] == 20)
    }

    @Test("Padding is 16 points without a length")
    func padding() {
        #expect(Placed(Box("a").padding())["a"]?.isEmpty == false)
        #expect(Placed(VStack { Box("a") }.padding()).tree.children.first?.frame.width == 68)
        #expect(Placed(VStack { Box("a") }.padding(.leading)).tree.children.first?.frame.x == 16)
        #expect(Placed(VStack { Box("a") }.padding([.top, .trailing], 3)).tree.children.first?.frame.width == 97)
        let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(Placed(VStack { Box("a") }.padding(insets)).tree.children.first?.frame.width == 94)
    }

    @Test("An aspect ratio fits into the proposal or fills it")
    func aspectRatio() {
        #expect(Placed(VStack { Box("a").aspectRatio(2, contentMode: .fit) })["a"] == [0, 25, 100, 50])
        #expect(Placed(Box("a").aspectRatio(CGSize(width: 1, height: 2), contentMode: .fill))["a"] == [0, -50, 100, 200])
    }

    @Test("The first view that fits is shown, also at exactly its size; else the last")
    func viewThatFits() {
        let views = ViewThatFits(in: .horizontal) {
            Box("wide", 100, 10)
            Box("narrow", 50, 10)
        }
        #expect(Placed(views, width: 100)["wide"] != nil)
        #expect(Placed(views, width: 99)["narrow"] != nil)
        #expect(Placed(views, width: 20)["narrow"] != nil)
    }

    @Test("Own alignment guides align the views of a stack, and leave their places elsewhere")
    func guides() {
        let placed = Placed(
            VStack(alignment: .leading, spacing: 0) {
                Box("a", 20, 10).alignmentGuide(.leading) { $0[.trailing] }
                Box("b", 20, 10)
            })
        #expect(placed["a"].map { $0[0] + 20 } == placed["b"].map { $0[0] })
        let custom = Placed(
            HStack(alignment: .third, spacing: 0) {
                Box("a", 10, 30); Box("b", 10, 60)
            })
        #expect(custom["a"].map { $0[1] + 10 } == custom["b"].map { $0[1] + 20 })
    }

    @Test("A background and an overlay are offered the size of their view, and do not change it")
    func layers() {
        let placed = Placed(
            Box("a", 40, 20).background { Box("behind") }.overlay(alignment: .topTrailing) { Box("dot", 4, 4) }.background(
                Box("deep", 60, 60)))
        #expect(placed["behind"] == [30, 40, 40, 20])
        #expect(placed["dot"] == [66, 40, 4, 4])
        #expect(placed["deep"] == [20, 20, 60, 60])
    }

    @Test("A modifier of a group applies to each of its views")
    func group() {
        let placed = Placed(
            VStack(spacing: 0) {
                Group {
                    Box("a"); Box("b")
                }.frame(height: 10)
            })
        #expect(placed.node.modifiers.isEmpty)
        #expect(placed.paths.filter { $0.hasSuffix("Box") }.count == 4)
    }

    @Test("An inset of no views takes no place")
    func emptyInset() {
        let inset = Evaluated(Text("A").safeAreaInset(edge: .bottom) { EmptyView() })
        #expect(inset.nodes.count == 1)
        #expect(inset.nodes == Evaluated(Text("A")).nodes)
    }

    @Test("A frame relative to the container has its size or a part of it")
    func container() {
        var environment = EnvironmentValues()
        environment.containerSize = CGSize(width: 200, height: 100)
        let part = Placed(Box("a").containerRelativeFrame(.horizontal, count: 4, span: 2, spacing: 8).id("a"), environment: environment)
        // (200 - 3 * 8) / 4 * 2 + 8
        #expect(part["a"]?[2] == 96)
        let code = Placed(
            Box("a").containerRelativeFrame([.horizontal, .vertical]) { $1 == .vertical ? $0 / 2 : $0 }.id("a"), environment: environment)
        #expect(code["a"]?[2] == 200)
        #expect(code["a"]?[3] == 50)
    }

    @Test("Views, bodies and layers have unique paths that name the source")
    func paths() {
        let placed = Placed(
            VStack {
                Pair(); Box("c").background { Box("d") }
            })
        #expect(placed.paths.contains("VStack[0].Pair[0].Box"))
        #expect(placed.paths.contains("VStack[0].Pair[1].Box"))
        #expect(placed.paths.contains("VStack[1].Box"))
        #expect(placed.paths.contains("VStack[1].Box.background.Box"))
    }
}

private struct Pair: View {
    var body: some View {
        Box("a")
        Box("b")
    }
}

private enum Third: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context.height / 3 }
}

extension VerticalAlignment {
    fileprivate static let third = VerticalAlignment(Third.self)
}

@Suite("Subviews")
@MainActor
struct SubviewTests {
    @Test("A container sees the views in another, also those of groups and loops")
    func subviews() {
        let content = TupleContent()
        let placed = Placed(
            VStack(spacing: 0) {
                Group(subviews: content) { views in
                    if let first = views.first { first.frame(height: 30).id("first") }
                    HStack(spacing: 0) { ForEach(views.dropFirst()) { $0.id("rest") } }
                }
            })
        #expect(placed["first"]?[3] == 30)
        #expect(placed["rest"]?[2] == 50)
        let each = Placed(HStack(spacing: 0) { ForEach(subviews: content) { view in view.frame(width: 10) } })
        #expect(each.tree.frame.width == 30)
    }
}

private struct TupleContent: View {
    var body: some View {
        Box("a")
        ForEach(0..<2) { Box("\($0)") }
    }
}
