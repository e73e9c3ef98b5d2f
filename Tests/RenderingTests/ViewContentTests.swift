import Foundation
import SubdialExpressions
import SubdialLayout
import SubdialRendering
import SubdialShippedTemplates
import SubdialSwiftUI
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets
import Testing

/// A rectangle that fills its place.
private struct Box: SubdialSwiftUI.View {
    typealias Body = Never
    nonisolated static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        [context.element("Box").node(.shape(ShapeContent(.rectangle, .color(ColorName("red")))))]
    }
}

private struct SchemeView: SubdialSwiftUI.View {
    @SubdialSwiftUI.Environment(\.colorScheme) var scheme
    var body: some SubdialSwiftUI.View { if scheme == .dark { Box() } }
}

/// Views whose content is known only in the layout.
private struct LateView: SubdialSwiftUI.View {
    let date: Date

    var body: some SubdialSwiftUI.View {
        GeometryReader { _ in
            Text(date, style: .timer)
            SubdialSwiftUI.Image(systemName: "no.such.symbol")
        }
    }
}

private struct PlainView: SubdialSwiftUI.View {
    var body: some SubdialSwiftUI.View { Box() }
}

private struct Item: TimelineEntry {
    enum Level { case low, high }

    let date: Date
    var title = "a"
    var count = 3
    var level = Level.high
    var note: String?
    var closure: () -> Void = {}
    var relevance: TimelineEntryRelevance? { TimelineEntryRelevance(score: 2, duration: 60) }
}

/// A provider whose completion is called late, or never.
private struct LateProvider: TimelineProvider {
    let delay: Double?
    func placeholder(in context: Context) -> Item { Item(date: Date(timeIntervalSince1970: 0)) }
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Item) -> Void) {
        guard let delay else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { completion(Item(date: Date(timeIntervalSince1970: 1))) }
    }
    func getTimeline(in context: Context, completion: @escaping @Sendable (SubdialWidgetKit.Timeline<Item>) -> Void) {
        completion(Timeline(entries: [], policy: .never))
    }
}

@MainActor @Suite("Views as widgets")
struct ViewContentTests {
    private let renderer: WidgetRenderer

    init() throws { renderer = try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path)) }

    private func prepared<V: SubdialSwiftUI.View>(
        _ view: V, _ family: SubdialWidgets.WidgetFamily = .systemSmall, _ declaration: _WidgetDeclaration? = nil,
        _ change: (inout WidgetLook) -> Void = { _ in }
    ) throws -> PreparedView {
        var look = WidgetLook(family: family)
        change(&look)
        return try renderer.layOut(ViewContent(view, declaration: declaration), look: look, at: Date(timeIntervalSince1970: 0))
    }

    private func frame(_ name: String, in node: PlacedNode) -> Rect? {
        if node.path.hasSuffix(name), case .shape = node.drawn { return node.frame }
        for child in node.children { if let found = frame(name, in: child) { return found } }
        return nil
    }

    // Human Interface Guidelines, Widgets: the standard margin is 16 points; `contentMarginsDisabled` removes it.
    @Test("The content of a home screen's family has margins of 16 points unless they are disabled")
    func margins() throws {
        let size = try prepared(PlainView()).widget.canvas
        let usual = try #require(frame("Box", in: try prepared(PlainView()).widget.layout))
        #expect(usual == Rect(16, 16, size.width - 32, size.height - 32))
        var declaration = _WidgetDeclaration()
        declaration.disablesContentMargins = true
        let bare = try #require(frame("Box", in: try prepared(PlainView(), .systemSmall, declaration).widget.layout))
        #expect(bare == Rect(0, 0, size.width, size.height))
        let accessory = try prepared(PlainView(), .accessoryCircular)
        #expect(frame("Box", in: accessory.widget.layout)?.size == accessory.widget.canvas)
    }

    @Test("The container background covers the widget, and is left out where the system removes it")
    func background() throws {
        let view = PlainView().containerBackground(for: .widget) { Box() }
        let widget = try prepared(view).widget
        #expect(widget.background?.frame == Rect(origin: .zero, size: widget.canvas))
        #expect(try prepared(view, .systemSmall) { $0.mode = .accented }.widget.background == nil)
        #expect(try prepared(view, .systemSmall) { $0.placement = .standBy }.widget.background == nil)
        #expect(try prepared(view, .accessoryCircular).widget.background == nil)
        var declaration = _WidgetDeclaration()
        declaration.isBackgroundRemovable = false
        #expect(try prepared(view, .systemSmall, declaration) { $0.mode = .accented }.widget.background != nil)
    }

    @Test("The system's background stands behind a container background that lets something through, and only there")
    func translucentBackground() throws {
        func layers<S: ShapeStyle>(_ style: S) throws -> Int {
            try #require(try prepared(PlainView().containerBackground(style, for: .widget)).widget.background).children.count
        }
        func gradient(_ end: SubdialSwiftUI.Color) -> SubdialSwiftUI.LinearGradient {
            SubdialSwiftUI.LinearGradient(colors: [.red, end], startPoint: .top, endPoint: .bottom)
        }
        #expect(try layers(SubdialSwiftUI.Color.red) == 0)
        #expect(try layers(SubdialSwiftUI.Color.red.opacity(0.5)) == 2)
        #expect(try layers(gradient(.blue)) == 0)
        #expect(try layers(gradient(.blue.opacity(0.2))) == 2)
        #expect(try layers(SubdialSwiftUI.Material.thin) == 2)
        // The system's alone.
        #expect(try layers(SubdialSwiftUI.Color.clear) == 0)
    }

    @Test("A widget without a container background warns, a view alone does not")
    func missingBackground() throws {
        #expect(try prepared(PlainView(), .systemSmall, _WidgetDeclaration()).warnings.contains { $0.contains("containerBackground") })
        #expect(try prepared(PlainView()).warnings.isEmpty)
    }

    @Test("Warnings and the next change of views in the layout's closures are told")
    func lateViews() throws {
        let prepared = try prepared(LateView(date: Date(timeIntervalSince1970: 100)))
        #expect(prepared.warnings.contains { $0.contains("no.such.symbol") })
        #expect(prepared.widget.nextChange != nil)
    }

    @Test("A symbol that the renderer lacks and a font that is not installed warn, each once")
    func missing() throws {
        let view = VStack {
            Image(systemName: "no.symbol.has.this.name")
            Text("a").font(.custom("No Font Has This Name", size: 12))
            Text("b").font(.custom("No Font Has This Name", size: 14))
        }
        let warnings = try prepared(view).warnings
        #expect(warnings.count == 2)
        #expect(warnings.first?.hasPrefix("ViewContentTests.swift:") == true)
        #expect(warnings.first?.contains("Image(systemName:): the symbol 'no.symbol.has.this.name' is not in the library") == true)
        #expect(warnings.last?.contains("there is no font 'No Font Has This Name'") == true)
        #expect(try prepared(Image(systemName: "play.fill")).warnings.isEmpty)
    }

    @Test("The tree lists what a screen reader says, in its order, if a view describes itself")
    func reading() throws {
        let plain = VStack { Text("a") }
        #expect(try !prepared(plain).widget.expandedText.contains("reading:"))
        let view = VStack {
            Text("a").accessibilityIdentifier("title")
            Text("b").accessibilityLabel("B \"quoted\"").accessibilityValue(String("5")).accessibilitySortPriority(1)
        }
        let widget = try prepared(view).widget
        let expected = """
            reading:
              - Element "B \\"quoted\\"" value="5" traits=[isStaticText]
              - Element "a" traits=[isStaticText] #title

            """
        #expect(widget.expandedText.hasSuffix(expected))
        let lines = widget.expandedText.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("+ ") }
        #expect(widget.expandedPaths.count == lines.count)
    }

    // Human Interface Guidelines, Typography: body is 17 points at Large and 53 at AX5, and 23 at xxxLarge.
    @Test(
        "A text whose type size is not that of the look has the size of its own",
        arguments: [(DynamicTypeSize.xxxLarge, 23.0), (.accessibility5, 53)])
    func typeSize(_ size: DynamicTypeSize, _ points: Double) throws {
        #expect(try prepared(Text("a").dynamicTypeSize(size)).widget.expandedText.contains("font=\(Int(points))"))
        #expect(try prepared(Text("a").dynamicTypeSize(.large)).widget.expandedText.contains("font=body"))
    }

    @Test("A body that reads no colour scheme is evaluated once for light and dark")
    func evaluations() throws {
        func count<V: SubdialSwiftUI.View>(_ view: V) throws -> Int {
            let content = ViewContent(view)
            for appearance in [Appearance.light, .dark, .light] {
                var look = WidgetLook(family: .systemSmall)
                look.appearance = appearance
                _ = try renderer.layOut(content, look: look, at: Date(timeIntervalSince1970: 0))
            }
            return content.evaluations
        }
        #expect(try count(PlainView()) == 1)
        #expect(try count(SchemeView()) == 2)
    }

    @Test("The environment has the values of the look")
    func environment() throws {
        var look = WidgetLook(family: .systemMedium)
        (look.appearance, look.mode, look.typeSize, look.language) = (.dark, .accented, .xxLarge, "ar")
        (look.redaction, look.isLuminanceReduced, look.timeZones) = (.privacy, true, TimeZones(standard: "+01:00"))
        let device = try look.device(in: renderer.catalog)
        let values = EnvironmentValues(
            try WidgetEnvironment(look, on: device, at: Date(timeIntervalSince1970: 7)), canvas: Size(338, 158), margins: Insets(all: 16))
        #expect(values.colorScheme == .dark)
        #expect(values.widgetFamily == .systemMedium)
        #expect(values.widgetRenderingMode == .accented)
        #expect(!values.showsWidgetContainerBackground)
        #expect(values.dynamicTypeSize == .xxLarge)
        #expect(values.layoutDirection == .rightToLeft)
        #expect(values.locale.language.languageCode == "ar")
        #expect(values.redactionReasons == .privacy)
        #expect(values.isLuminanceReduced)
        #expect(values.timeZone.secondsFromGMT() == 3600)
        #expect(values.now == Date(timeIntervalSince1970: 7))
        #expect(values.containerSize == CGSize(width: 306, height: 126))
        #expect(values.widgetContentMargins == EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16))
    }

    private func run(delay: Double?) throws -> WidgetProviderRun {
        let configuration = StaticConfiguration(kind: "late", provider: LateProvider(delay: delay)) { _ in PlainView() }
        var run = try #require(WidgetProviderRun(StaticConfiguration<PlainView>._declaration(of: configuration)))
        run.limit = delay == nil ? 0.05 : 10
        return run
    }

    @Test("A late answer is awaited, a missing one is an error after the limit, an empty timeline is an error")
    func providers() async throws {
        let context = TimelineProviderContext(family: .systemSmall, displaySize: CGSize(width: 158, height: 158))
        let late: WidgetEntry = try await run(delay: 0.02).snapshot(in: context)
        #expect(late.date == Date(timeIntervalSince1970: 1))
        #expect(try run(delay: nil).placeholder(in: context).date == Date(timeIntervalSince1970: 0))
        await #expect(throws: WidgetProviderRun.Failure.self) { () async throws in _ = try await run(delay: nil).snapshot(in: context) }
        await #expect(throws: WidgetProviderRun.Failure.self) { () async throws in _ = try await run(delay: 0).timeline(in: context) }
    }

    @Test("A timeline has the plain properties of its entries, their relevance and the policy")
    func timeline() throws {
        let items = [10.0, 20].map { WidgetEntry(Item(date: Date(timeIntervalSince1970: $0))) }
        let timeline = WidgetTimeline(items, policy: .after(Date(timeIntervalSince1970: 30))).timeline(ofKind: "items")
        #expect(timeline.policy == .after(Date(timeIntervalSince1970: 30)))
        let entry = try #require(timeline.entries.first)
        #expect(entry.kind == "items")
        #expect(entry.relevance == EntryRelevance(score: 2, duration: 60))
        #expect(entry.fields.values == ["title": .string("a"), "count": .integer(3), "level": .string("high")])
    }
}
