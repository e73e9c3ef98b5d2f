import Foundation
import SubdialLayout
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

private struct Moment: TimelineEntry {
    let date: Date
    var title = "a"
    var relevance: TimelineEntryRelevance?
}

private struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Moment { Moment(date: Date(timeIntervalSince1970: 0)) }
    func getSnapshot(in context: Context, completion: @escaping (Moment) -> Void) {
        completion(Moment(date: Date(timeIntervalSince1970: 1)))
    }
    func getTimeline(in context: Context, completion: @escaping (SubdialWidgetKit.Timeline<Moment>) -> Void) {
        let dates = [20, 10, 20].map { Date(timeIntervalSince1970: $0) }
        completion(Timeline(entries: zip(dates, ["b", "a", "c"]).map { Moment(date: $0, title: $1) }, policy: .after(dates[0])))
    }
}

private struct MomentView: View {
    let entry: Moment
    var body: some View { EmptyView().containerBackground(for: .widget) { EmptyView() } }
}

private struct Small: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "small", provider: Provider()) { MomentView(entry: $0) }
            .configurationDisplayName("Small")
            .supportedFamilies([.systemSmall, .accessoryCorner])
            .contentMarginsDisabled()
            .containerBackgroundRemovable(false)
    }
}

private struct Usual: Widget {
    var body: some WidgetConfiguration { StaticConfiguration(kind: "usual", provider: Provider(), content: MomentView.init) }
}

private struct Both: WidgetBundle {
    let hasMore = true
    var body: some Widget {
        Small()
        if hasMore { Usual() }
        if #available(iOS 16, *) { Usual() } else { Small() }
    }
}

@MainActor @Suite("What widgets declare")
struct WidgetDeclarationTests {
    @Test("A bundle has the declarations of its widgets, with their modifiers")
    func bundle() throws {
        let widgets = Both._declarations
        #expect(widgets.map(\.kind) == ["small", "usual", "usual"])
        let small = try #require(widgets.first)
        #expect(small.families == ["systemSmall", "accessoryCorner"])
        #expect(small.disablesContentMargins)
        #expect(!small.isBackgroundRemovable)
        #expect(widgets[1].families == nil)
        #expect(WidgetProgram.list(widgets).split(separator: "\n").count == 3)
    }

    @Test("A provider's entries are in the order of their dates, and of equal dates the last one counts")
    func timeline() throws {
        let source = try #require(Small._declarations(of: Small()).first?.content as? WidgetEntrySource)
        let context = TimelineProviderContext(family: .systemSmall, displaySize: CGSize(width: 158, height: 158))
        nonisolated(unsafe) var timeline: WidgetTimeline?
        source.timeline(context) { timeline = try? $0.result.get() }
        let entries = try #require(timeline).entries
        #expect(entries.map(\.date.timeIntervalSince1970) == [10, 20])
        #expect((entries.last?.value as? Moment)?.title == "c")
        #expect(timeline?.entry(at: Date(timeIntervalSince1970: 0))?.date.timeIntervalSince1970 == 10)
        #expect(timeline?.entry(at: Date(timeIntervalSince1970: 20))?.date.timeIntervalSince1970 == 20)
        #expect(timeline?.policy == .after(Date(timeIntervalSince1970: 20)))
        #expect(source.view(WidgetEntry(Moment(date: Date()))) != nil)
    }

    @Test("A switch over the families of a phone needs no default, and the corner of a watch is a family of its own")
    func families() {
        func name(_ family: WidgetFamily) -> String {
            switch family {
            case .systemSmall: "s"
            case .systemMedium, .systemLarge, .systemExtraLarge: "m"
            case .accessoryCircular: "c"
            case .accessoryRectangular: "r"
            case .accessoryInline: "i"
            }
        }
        func corner(_ family: WidgetFamily) -> String {
            switch family {
            case .accessoryCircular: "circle"
            case .accessoryCorner: "corner"
            default: "other"
            }
        }
        #expect([WidgetFamily.systemSmall, .systemLarge, .accessoryInline].map(name) == ["s", "m", "i"])
        #expect(
            [WidgetFamily.accessoryCircular, .accessoryCorner, .systemExtraLargePortrait].map(corner) == ["circle", "corner", "other"])
        #expect(Set([WidgetFamily.accessoryCorner, .accessoryCircular, WidgetFamily(rawValue: 7)]).count == 2)
        #expect((0..<9).allSatisfy { WidgetFamily(rawValue: $0)?.rawValue == $0 })
        #expect(WidgetFamily(rawValue: 9) == nil)
        #expect(WidgetFamily(name: "accessoryCorner") == .accessoryCorner)
    }

    @Test("The variants of a context are the values that differ")
    func variants() {
        var dark = EnvironmentValues()
        dark.colorScheme = .dark
        let context = TimelineProviderContext(family: .systemSmall, displaySize: .zero, environments: [EnvironmentValues(), dark])
        #expect(context.environmentVariants.colorScheme == [.light, .dark])
        #expect(TimelineProviderContext(family: .systemSmall, displaySize: .zero).environmentVariants.colorScheme == nil)
    }

    @Test("The layers of a widget and its address come up to whoever draws it")
    func layers() throws {
        let context = _ViewContext(EnvironmentValues(), pass: ViewPass())
        let view = Text(verbatim: "a").widgetURL(URL(string: "a://b")).containerBackground(.red, for: .widget).widgetLabel("label")
        _ = context.children(of: Group { view })
        let background = try #require(context.preferences[WidgetLayers.Background.self]?.node)
        #expect(background.path == "background[0].Rectangle")
        #expect(context.preferences[WidgetLayers.Label.self] != nil)
        #expect(context.preferences[WidgetURLKey.self] == URL(string: "a://b"))
        let without = _ViewContext(EnvironmentValues(), pass: ViewPass())
        _ = without.children(of: Text(verbatim: "a").containerBackground(.red, for: .navigation))
        #expect(without.preferences[WidgetLayers.Background.self] == nil)
    }
}
