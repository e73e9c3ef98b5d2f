import Foundation
import SubdialLayout
import Testing

@testable import SubdialSwiftUI

@MainActor
@Suite("Controls")
struct ControlTests {
    @Test("A title can be a resource, also where a resource is built from a literal")
    func resources() {
        let title: LocalizedStringResource = "Add Note"
        let views: [AnyView] = [
            AnyView(Label(title, systemImage: "plus").labelStyle(.titleOnly)), AnyView(Button(title) {}),
            AnyView(Button(title, role: .cancel) {}), AnyView(Toggle(title, isOn: .constant(true))),
            AnyView(Link(title, destination: URL(filePath: "/"))), AnyView(Label("Add Note", systemImage: "plus").labelStyle(.titleOnly)),
        ]
        for view in views { #expect(Evaluated(view).texts.contains("Add Note")) }
    }

    @Test("A plain button is its label, with a tap region of the label's words")
    func plainButton() {
        let button = Evaluated(Button("Play") {}.buttonStyle(.plain))
        #expect(button.texts == ["Play"])
        #expect(button.intents == ["Play"])
        #expect(button.accessibility.map(\.traits) == [["isButton"]])
        #expect(button.nodes[0].modifiers.count == 2)
    }

    @Test("A button without a word has the region of its icon's name, or else of its path")
    func iconButton() {
        let named = Evaluated(
            Button {
            } label: {
                Label("Star", systemImage: "star").labelStyle(.iconOnly)
            }.buttonStyle(.plain))
        #expect(named.intents == ["Star"])
        let unnamed = Evaluated(
            Button {
            } label: {
                Circle()
            }.buttonStyle(.plain))
        #expect(unnamed.intents == ["Button.Circle"])
    }

    @Test("A button with a border has UIKit's insets for its size, and a shape behind it")
    func borders() {
        for (size, insets) in [
            (ControlSize.small, Insets(top: 4, leading: 10, bottom: 4, trailing: 10)),
            (.regular, Insets(top: 7, leading: 12, bottom: 7, trailing: 12)),
        ] {
            let button = Evaluated(Button("A") {}.buttonStyle(.bordered).controlSize(size))
            #expect(button.nodes[0].modifiers.first == .padding(insets))
        }
        let circle = Evaluated(Button("A") {}.buttonStyle(.borderedProminent).buttonBorderShape(.circle))
        guard case .background(let shape, _) = circle.nodes[0].modifiers[1], case .shape(let content) = shape.content else {
            return #expect(Bool(false), "no shape behind the label")
        }
        #expect(content.shape == .circle)
    }

    @Test("A button that is disabled has no tap region, and is dimmed")
    func disabledButton() {
        let button = Evaluated(Button("A") {}.buttonStyle(.plain).disabled(true))
        #expect(button.intents.isEmpty)
        #expect(button.nodes[0].modifiers.first == .opacity(0.5))
    }

    @Test("A style of the source's own gets the label and the role, and may contain the control of its configuration")
    func ownStyles() {
        #expect(Evaluated(Button("A", role: .destructive) {}.buttonStyle(Doubled())).texts == ["A", "A", "destructive"])
        #expect(Evaluated(Label("A", systemImage: "star").labelStyle(Nested())).texts == ["A", "!"])
        #expect(Evaluated(Toggle("A", isOn: .constant(true)).toggleStyle(Checked())).texts == ["A", "on"])
        #expect(Evaluated(GroupBox("A") { Text("B") }.groupBoxStyle(Boxed())).texts == ["A", "B", "!"])
    }

    @Test("A toggle says its state")
    func toggle() {
        let toggle = Evaluated(Toggle("Wi-Fi", isOn: .constant(true)))
        #expect(toggle.texts == ["Wi-Fi"])
        #expect(toggle.accessibility.last?.value == "1")
        #expect(Evaluated(Toggle("Wi-Fi", isOn: .constant(true)).labelsHidden()).texts.isEmpty)
    }

    /// The frame of the first circle in a tree.
    private static func circle(in node: PlacedNode) -> SubdialLayout.Rect? {
        if case .shape(let content) = node.drawn, content.shape == .circle { return node.frame }
        return node.children.lazy.compactMap(circle).first
    }

    // UISwitch is 51 by 31 points; its knob is at the end that stands for the state.
    @Test("A switch has its knob at the trailing end if it is on", arguments: [(false, 0.0), (true, 20.0)])
    func knob(isOn: Bool, x: Double) throws {
        let placed = Placed(Toggle("", isOn: .constant(isOn)).labelsHidden(), width: 51, height: 31)
        let frame = try #require(Self.circle(in: placed.tree))
        #expect([frame.x, frame.y, frame.width, frame.height] == [x + 2, 2, 27, 27])
    }

    @Test("A link has its address as its tap region")
    func link() throws {
        let link = Evaluated(Link("More", destination: try #require(URL(string: "https://example.org/a"))))
        #expect(link.intents == ["https://example.org/a"])
        #expect(link.accessibility.map(\.traits) == [["isLink"]])
    }

    @Test("A gauge is within its range, in the content that templates make")
    func gauge() {
        for (value, fraction) in [(-5.0, 0.0), (0, 0), (25, 0.25), (100, 1), (200, 1), (Double.nan, 0)] {
            let gauge = Evaluated(
                Gauge(value: value, in: 0...100) {
                    Text("L")
                } currentValueLabel: {
                    Text("V")
                }.gaugeStyle(.accessoryCircular))
            guard case .gauge(let content) = gauge.nodes[0].content else { return #expect(Bool(false), "no gauge") }
            #expect(content.ring.fraction == fraction)
            #expect(content.ring.style == .gauge)
            #expect(content.ring.marker == .dot)
            #expect(content.value?.path == "Gauge.value.Text")
            #expect(content.label?.path == "Gauge.label.Text")
        }
    }

    @Test("The tint of a gauge is the colours along its line")
    func gaugeTint() {
        let gauge = Evaluated(
            Gauge(value: 0.5) { Text("L") }.gaugeStyle(.accessoryCircularCapacity).tint(Gradient(colors: [.red, .green])))
        guard case .gauge(let content) = gauge.nodes[0].content else { return #expect(Bool(false), "no gauge") }
        #expect(content.ring.gradient.count == 2)
        #expect(content.ring.style == .circular)
    }

    @Test("A running progress has its fraction, its rate and its next change at the moment that is drawn")
    func runningProgress() {
        let interval = Date(timeIntervalSince1970: 900)...Date(timeIntervalSince1970: 1100)
        for (moment, countsDown, fraction, rate) in [
            (1000.0, false, 0.5, 0.005), (950, true, 0.75, -0.005), (800, false, 0, 0), (1200, false, 1, 0), (1200, true, 0, 0),
        ] {
            let view = ProgressView(timerInterval: interval, countsDown: countsDown) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
            let progress = Evaluated(view, at: moment)
            guard case .progress(let content) = progress.nodes[0].content else { return #expect(Bool(false), "no line") }
            #expect(content.fraction == fraction)
            #expect(content.rate == rate)
        }
        #expect(Evaluated(ProgressView(timerInterval: interval), at: 800).pass.nextChange == 900)
    }

    @Test("A timeline view shows the last date of its schedule, and knows the next one")
    func timelineView() {
        for (schedule, date, next) in [
            (PeriodicTimelineSchedule(from: Date(timeIntervalSince1970: 0), by: 7), 994.0, 1001.0),
            (PeriodicTimelineSchedule(from: Date(timeIntervalSince1970: 2000), by: 7), 2000, 2000),
        ] {
            let view = Evaluated(TimelineView(schedule) { Text(verbatim: "\($0.date.timeIntervalSince1970)") })
            #expect(view.texts == ["\(date)"])
            #expect(view.pass.nextChange == next)
        }
        let minute = Evaluated(TimelineView(.everyMinute) { Text(verbatim: "\($0.date.timeIntervalSince1970)") })
        #expect(minute.texts == ["960.0"])
        #expect(minute.pass.nextChange == 1020)
        #expect(Evaluated(TimelineView(.animation) { _ in Text("x") }).pass.nextChange == nil)
    }

    @Test("A list is a box with a sign in a widget, and a stack with a warning in an app")
    func list() {
        let view = List(["a", "b"], id: \.self) { Text($0) }
        let widget = Evaluated(view)
        #expect(widget.texts.isEmpty)
        #expect(
            widget.pass.warnings.map { $0.hasSuffix(": List: WidgetKit does not draw it: a widget shows a box with a sign in its place") }
                == [true])
        let app = Evaluated(view) { $0.isInWidget = false }
        #expect(app.texts == ["a", "b"])
        #expect(app.pass.warnings.map { $0.hasSuffix(": List: drawn as a stack of its content, from its top") } == [true])
    }

    @Test("Accessibility modifiers reach the layout")
    func accessibility() {
        let view = Evaluated(
            Text("x").accessibilityLabel("L").accessibilityValue(String("V")).accessibilityHint(Text("H"))
                .accessibilityAddTraits([.isHeader, .isButton]).accessibilityElement(children: .combine).accessibilitySortPriority(2)
                .accessibilityHidden(true).accessibilityHidden(false))
        #expect(view.accessibility.count == 2)
        #expect(view.accessibility.compactMap(\.label) == ["L"])
        #expect(view.accessibility.compactMap(\.value) == ["V"])
        #expect(view.accessibility.compactMap(\.hint) == ["H"])
        #expect(view.accessibility.flatMap(\.traits) == ["isButton", "isHeader"])
        #expect(view.accessibility.compactMap(\.children) == ["combine"])
        #expect(view.accessibility.compactMap(\.sortPriority) == [2])
        #expect(view.accessibility.contains { $0.isHidden })
    }

    @Test("A circular gauge has one size in any frame, but fills it on a watch")
    func gaugeSize() {
        let gauge = Gauge(value: 0.5) { Text("L") }.gaugeStyle(.accessoryCircularCapacity)
        func frames(_ nodes: [Node]) -> [Modifier] { nodes[0].modifiers.filter { if case .frame = $0 { true } else { false } } }
        #expect(frames(Evaluated(gauge).nodes) == [.frame(width: 59, height: 59, alignment: .center)])
        #expect(frames(Evaluated(gauge) { $0.isWatch = true }.nodes).isEmpty)
    }

    // Apple's documentation of the styles: `accessoryLinear` has its bounds, or else the value on the leading edge; capacities have the label
    // above and the value below.
    @Test("Bars place the label and the value as their styles say")
    func gaugeBars() {
        let gauge = Gauge(value: 0.5) {
            Text("label")
        } currentValueLabel: {
            Text("value")
        }
        #expect(Evaluated(gauge.gaugeStyle(.accessoryLinear)).texts == ["value"])
        #expect(Evaluated(gauge.gaugeStyle(.accessoryLinearCapacity)).texts == ["label", "value"])
        #expect(Evaluated(gauge.gaugeStyle(.linearCapacity)).texts == ["label", "value"])
    }
}

private struct Doubled: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            configuration.label
            Text(verbatim: configuration.role == .destructive ? "destructive" : configuration.isPressed ? "pressed" : "")
        }
    }
}

private struct Nested: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            Label(configuration)
            Text(verbatim: "!")
        }
    }
}

private struct Boxed: GroupBoxStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            GroupBox(configuration)
            Text(verbatim: "!")
        }
    }
}

private struct Checked: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            HStack {
                configuration.label
                Text(verbatim: configuration.isOn ? "on" : "off")
            }
        }
        .buttonStyle(.plain)
    }
}
