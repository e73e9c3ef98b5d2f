import Foundation
import SubdialSwiftUI
import Testing

/// The sizes of views as SwiftUI's behaviour is published; none is a recording of this project.
///
/// Each row names where the rule stands. Views have 100 × 100 points on the canvas unless a row says otherwise.
@Suite("Published facts of layout")
@MainActor
struct PublishedFactTests {
    struct Fact: CustomTestStringConvertible, Sendable {
        let source: String
        let rule: String
        var size: (width: Double, height: Double) = (100, 100)
        /// The frames in the canvas: x, y, width, height.
        let frames: [String: [Double]]
        let view: @MainActor @Sendable () -> AnyView

        var testDescription: String { "\(rule) (\(source))" }
    }

    nonisolated private static func fact(
        _ source: String, _ rule: String, _ width: Double = 100, _ height: Double = 100, frames: [String: [Double]],
        @ViewBuilder _ view: @escaping @MainActor @Sendable () -> some View
    ) -> Fact {
        Fact(source: source, rule: rule, size: (width, height), frames: frames) { AnyView(view()) }
    }

    nonisolated static let stacks = [
        fact(
            "objc.io, HStacks with Flexible Children, 2020", "the least flexible view is offered its share first, and a stack may overflow",
            150,
            frames: ["red": [-12.5, 0, 75, 100], "green": [62.5, 0, 100, 100]]
        ) {
            HStack(spacing: 0) {
                Box("red").frame(maxWidth: 100).id("red")
                Box("green").frame(minWidth: 100).id("green")
            }
        },
        fact(
            "Apple, HStack", "views of a stack are centred across it", frames: ["a": [20, 45, 10, 10], "b": [30, 30, 50, 40]]
        ) {
            HStack(spacing: 0) {
                Box("a", 10, 10)
                Box("b", 50, 40)
            }
        },
        fact(
            "Apple, View.layoutPriority(_:)", "a view of a higher priority is offered all that the others' least lengths leave",
            frames: ["low": [0, 0, 30, 100], "high": [30, 0, 70, 100]]
        ) {
            HStack(spacing: 0) {
                Box("low").frame(minWidth: 30).id("low")
                Box("high").layoutPriority(1)
            }
        },
        fact(
            "Apple, Spacer", "a spacer pushes views apart along the axis of its stack",
            frames: ["a": [0, 45, 10, 10], "b": [90, 45, 10, 10]]
        ) {
            HStack(spacing: 0) {
                Box("a", 10, 10)
                Spacer()
                Box("b", 10, 10)
            }
        },
        fact(
            "OpenSwiftUI, Spacer", "a spacer without a length has at least 8 points, and no distance beside it",
            frames: ["a": [36, 45, 10, 10], "b": [54, 45, 10, 10]]
        ) {
            HStack {
                Box("a", 10, 10)
                Spacer()
                Box("b", 10, 10)
            }.fixedSize()
        },
        fact(
            "OpenSwiftUI, Spacing", "boxes are 8 points apart, in rows and in columns",
            frames: ["a": [36, 36, 10, 10], "b": [54, 36, 10, 10], "c": [45, 54, 10, 10]]
        ) {
            VStack {
                HStack {
                    Box("a", 10, 10)
                    Box("b", 10, 10)
                }
                Box("c", 10, 10)
            }
        },
        fact(
            "Apple, ZStack", "a ZStack is as large as its largest view, and aligns the others in it",
            frames: ["large": [30, 30, 40, 40], "small": [60, 30, 10, 10]]
        ) {
            ZStack(alignment: .topTrailing) {
                Box("large", 40, 40)
                Box("small", 10, 10)
            }
        },
    ]

    nonisolated static let frames = [
        fact(
            "swiftuifieldguide.com, Frame", "a frame keeps its size, and its view overflows at its alignment",
            frames: ["a": [40, 40, 60, 60]]
        ) {
            Box("", 60, 60).background { Box("a") }.frame(width: 20, height: 20, alignment: .topLeading)
        },
        fact(
            "swiftuifieldguide.com, Flexible Frames", "of a maximum alone, the frame is the smaller of it and the offer, at least its view",
            frames: ["f": [30, 0, 40, 100]]
        ) {
            Box("a", 10, 10).frame(maxWidth: 40, maxHeight: .infinity).background { Box("f") }
        },
        fact("swiftuifieldguide.com, Flexible Frames", "of a minimum alone, the frame is at least that", frames: ["f": [20, 45, 60, 10]]) {
            Box("a", 10, 10).frame(minWidth: 60).background { Box("f") }
        },
        fact(
            "swiftuifieldguide.com, Fixed Size", "a view of fixed size has its ideal size, and overflows",
            frames: ["a": [-20, 45, 140, 10]]
        ) {
            Box("a").frame(idealWidth: 140, idealHeight: 10).fixedSize().id("a")
        },
        fact("OpenSwiftUI, Shape", "a shape without an offer is 10 points", frames: ["a": [45, 45, 10, 10]]) { Box("a").fixedSize() },
        fact("OpenSwiftUI, PaddingLayout", "padding without a length is 16 points", frames: ["a": [16, 16, 68, 68]]) {
            Box("").background { Box("a") }.padding()
        },
        fact(
            "swiftuifieldguide.com, Padding", "modifiers apply from the inside outwards: a background before padding is smaller",
            frames: ["inner": [40, 40, 20, 20], "outer": [30, 30, 40, 40]]
        ) {
            Box("a", 20, 20).background { Box("inner") }.padding(10).background { Box("outer") }
        },
        fact(
            "swiftuifieldguide.com, Aspect Ratio", "a ratio that fits takes the offer's smaller side", 100, 60,
            frames: ["a": [20, 15, 60, 30]]
        ) {
            Box("a").aspectRatio(2, contentMode: .fit).frame(width: 60)
        },
        fact("swiftuifieldguide.com, Aspect Ratio", "a ratio that fills covers the offer", 100, 50, frames: ["a": [0, -25, 100, 100]]) {
            Box("a").aspectRatio(1, contentMode: .fill)
        },
        fact("Apple, View.offset(x:y:)", "an offset moves the drawing, and nothing else", frames: ["b": [45, 45, 10, 10]]) {
            Box("a", 10, 10).offset(x: 20, y: 20).background { Box("b") }
        },
        fact("Apple, View.position(x:y:)", "a position is the centre of a view in all that is offered", frames: ["a": [15, 25, 10, 10]]) {
            Box("", 10, 10).background { Box("a") }.position(x: 20, y: 30)
        },
    ]

    nonisolated static let readers = [
        fact(
            "Apple, GeometryReader", "a reader takes all that is offered, and its views begin at the top leading corner",
            frames: ["a": [0, 0, 50, 25]]
        ) {
            GeometryReader { proxy in Box("a", proxy.size.width / 2, proxy.size.height / 4) }
        },
        fact("Apple, ViewThatFits", "the first view whose ideal size fits is shown", frames: ["small": [10, 45, 80, 10]]) {
            ViewThatFits(in: .horizontal) {
                Box("large", 120, 10)
                Box("small", 80, 10)
            }
        },
        fact("Apple, ViewThatFits", "the last view is shown if none fits", frames: ["last": [-10, 45, 120, 10]]) {
            ViewThatFits(in: .horizontal) {
                Box("large", 140, 10)
                Box("last", 120, 10)
            }
        },
        fact("Apple, GridRow", "a column is as wide as its widest cell", frames: ["a": [25, 30, 50, 20], "b": [45, 50, 10, 20]]) {
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow { Box("a", 50, 20) }
                GridRow { Box("b", 10, 20) }
            }
        },
        fact("Apple, GridItem.Size", "an adaptive column holds as many as fit", frames: ["0": [0, 25, 50, 10], "1": [50, 25, 50, 10]]) {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 40), spacing: 0)], spacing: 0) {
                ForEach(0..<2) { Box("\($0)").frame(height: 10).id("\($0)") }
            }.frame(height: 50, alignment: .top)
        },
    ]

    @Test(arguments: stacks + frames + readers)
    func isLaidOutSo(_ fact: Fact) throws {
        let placed = Placed(fact.view(), width: fact.size.width, height: fact.size.height)
        for (id, expected) in fact.frames {
            let frame = try #require(placed[id], "no view \(id)")
            #expect(zip(frame, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(id): \(frame) and not \(expected)")
        }
    }
}
