import SubdialSwiftUI
import Testing

@Suite("Preferences of the whole widget")
@MainActor
struct WidgetWidePreferenceTests {
    /// The preferences of a view.
    private func preferences<V: View>(of view: V) -> PreferenceValues {
        let context = _ViewContext(EnvironmentValues(), pass: ViewPass())
        _ = context.children(of: view)
        return context.preferences
    }

    @Test("A background reaches the widget from the content of a geometry reader")
    func geometryReader() {
        let view = GeometryReader { _ in
            VStack { GeometryReader { _ in Text("a").containerBackground(.red, for: .widget) } }
        }
        #expect(preferences(of: view)[WidgetLayers.Background.self]?.node != nil)
    }

    @Test("A background that contains its own view ends")
    func endlessBackground() {
        let pass = ViewPass()
        _ = _ViewContext(EnvironmentValues(), pass: pass).children(of: Endless())
        #expect(pass.warnings.contains { $0.contains("contains itself") })
    }

    @Test("A modifier that contains itself, and views of views of views, end")
    func endlessModifiers() {
        for view in [AnyView(Text("a").modifier(EndlessModifier())), AnyView(EndlessSubviews())] {
            let pass = ViewPass()
            _ = _ViewContext(EnvironmentValues(), pass: pass).children(of: view)
            #expect(pass.warnings.contains { $0.contains("contains itself") })
        }
    }

    @Test("Other preferences of a geometry reader's content do not leave it, because its size is not known yet")
    func otherPreferences() {
        let view = GeometryReader { proxy in Text("a").preference(key: WidthKey.self, value: proxy.size.width) }
        #expect(preferences(of: view)[WidthKey.self] == -1)
    }
}

private struct EndlessModifier: ViewModifier {
    func body(content: Content) -> some View { AnyView(content.modifier(EndlessModifier())) }
}

private struct EndlessSubviews: View {
    var body: some View { Group(subviews: AnyView(EndlessSubviews())) { $0 } }
}

private struct WidthKey: PreferenceKey {
    static var defaultValue: Double { -1 }
    static func reduce(value: inout Double, nextValue: () -> Double) { value = nextValue() }
}

private struct Endless: View {
    var body: some View { Text("a").containerBackground(for: .widget) { AnyView(Endless()) } }
}
