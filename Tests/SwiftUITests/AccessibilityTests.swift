import Foundation
import SubdialLayout
import SubdialSwiftUI
import Testing

/// What a screen reader says follows Apple's documentation of SwiftUI's accessibility modifiers: `accessibilityElement(children:)`,
/// `accessibilityHidden(_:)`, `accessibilitySortPriority(_:)`, `Image.init(_:label:)` and `Image.init(decorative:)`.
@MainActor @Suite("What a screen reader says")
struct AccessibilityTests {
    private func spoken(_ view: some View) -> [String] {
        Placed(view).tree.spoken.map { element in
            ([element.label] + [element.value, element.hint].compactMap { $0 } + element.traits.filter { $0 != "isStaticText" })
                .joined(separator: "|")
        }
    }

    /// A shape with a name.
    private func box(_ label: String, _ width: Double = 10, _ height: Double = 10) -> some View {
        Box(label, width, height).accessibilityLabel(label)
    }

    @Test("Descriptions of one view are one modifier, in which the outer one goes before")
    func merging() throws {
        let view = Evaluated(
            Text("x").accessibilityLabel("L").accessibilityValue(String("V")).accessibilityAddTraits([.isHeader, .isSelected])
                .padding(2).accessibilityHint(Text("H")).accessibilityRemoveTraits(.isHeader).accessibilityLabel("M"))
        let description = try #require(view.accessibility.first)
        #expect(view.accessibility.count == 1)
        #expect(description.label == "M" && description.value == "V" && description.hint == "H")
        #expect(description.traits == ["isSelected"] && description.removedTraits == ["isHeader"])
        #expect(view.pass.warnings.isEmpty)
    }

    @Test("A view behind another one keeps its own description")
    func layers() {
        let view = Evaluated(Text("x").accessibilityLabel("L").background(Text("y")).accessibilityValue(String("V")))
        #expect(view.accessibility.map(\.label) == ["L", nil])
    }

    @Test("A label of a container is that of each element inside; one after `accessibilityElement` is that of the new element")
    func containers() {
        let stack = VStack {
            Text("a")
            Text("b")
        }
        #expect(spoken(stack) == ["a", "b"])
        #expect(spoken(stack.accessibilityLabel("L")) == ["L", "L"])
        #expect(spoken(stack.accessibilityElement(children: .combine)) == ["a, b"])
        #expect(spoken(stack.accessibilityElement(children: .combine).accessibilityLabel("L")) == ["L"])
        #expect(spoken(stack.accessibilityLabel("L").accessibilityElement(children: .ignore)) == [])
        #expect(spoken(stack.accessibilityElement().accessibilityLabel("L").accessibilityAddTraits(.isHeader)) == ["L|isHeader"])
        #expect(spoken(stack.accessibilityElement(children: .contain).accessibilityLabel("L")) == ["L", "a", "b"])
        #expect(spoken(stack.accessibilityHidden(true)) == [])
        #expect(spoken(stack.accessibilityHidden(false)) == ["a", "b"])
    }

    @Test("A combined element has the ID of what is inside, so that a mask of it covers the element")
    func combinedWithID() {
        let view = VStack {
            Text("a")
            Text("b").id("time")
        }
        #expect(Placed(view.accessibilityElement(children: .combine)).tree.spoken.map(\.id) == ["time"])
        #expect(Placed(view.accessibilityElement(children: .combine).id("own")).tree.spoken.map(\.id) == ["own"])
    }

    @Test("A combined element leaves out what is hidden")
    func combinedWithHidden() {
        let view = HStack {
            Image(decorative: "none")
            Text("a").accessibilityHidden(true)
            Text("b").accessibilityValue(String("5"))
        }
        #expect(spoken(view.accessibilityElement(children: .combine)) == ["b|5"])
    }

    @Test("The order is from the top to the bottom and from the leading to the trailing edge, after priorities")
    func order() {
        let rows = VStack(spacing: 0) {
            HStack(spacing: 0) {
                box("a")
                box("b", 10, 16)
            }
            box("c")
        }
        #expect(spoken(rows) == ["a", "b", "c"])
        #expect(spoken(rows.environment(\.layoutDirection, .rightToLeft)) == ["a", "b", "c"])
        let reversed = ZStack {
            box("low").offset(y: 20).accessibilitySortPriority(2)
            box("high")
        }
        #expect(spoken(reversed) == ["low", "high"])
        let columns = VStack(spacing: 0) {
            box("second")
            box("first").accessibilitySortPriority(1)
        }
        #expect(spoken(columns) == ["first", "second"])
    }

    @Test("A control is one element with its trait; a label of its own goes before its words")
    func controls() {
        #expect(spoken(Button("Play") {}) == ["Play|isButton"])
        #expect(spoken(Button("Play") {}.accessibilityLabel("Start")) == ["Start|isButton"])
        #expect(spoken(Button("Play") {}.accessibilityRemoveTraits(.isButton)) == ["Play"])
        #expect(spoken(Toggle("Light", isOn: .constant(true))) == ["Light|1|isToggle"])
        if let url = URL(string: "https://example.com") { #expect(spoken(Link("Open", destination: url)) == ["Open|isLink"]) }
    }

    @Test("A gauge and a progress view are one element: their label, and their value in words or percent")
    func ranges() {
        #expect(spoken(Gauge(value: 0.5) { Text("Battery") }) == ["Battery|50%"])
        #expect(
            spoken(
                Gauge(value: 30, in: 0...60) {
                    Text("Speed")
                } currentValueLabel: {
                    Text("30 km/h")
                }) == ["Speed|30 km/h"])
        #expect(spoken(ProgressView("Load", value: 1, total: 4)) == ["Load|25%"])
        #expect(spoken(ProgressView("Load")) == ["Load"])
        #expect(spoken(Gauge(value: 0.5) { Text("Battery") }.accessibilityValue(String("half"))) == ["Battery|half"])
    }
}
