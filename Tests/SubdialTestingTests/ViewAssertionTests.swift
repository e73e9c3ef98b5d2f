import Foundation
import SubdialSwiftUI
import SubdialTestSupport
import SubdialWidgetKit
import Testing

@testable import SubdialTesting
@testable import SubdialWidgets

private struct CountEntry: TimelineEntry {
    let date: Date
    let count: Int
}

private struct CountProvider: TimelineProvider {
    func placeholder(in context: Context) -> CountEntry { CountEntry(date: .now, count: 0) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (CountEntry) -> Void) {
        completion(CountEntry(date: .now, count: 7))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CountEntry>) -> Void) {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        // A provider may need the main queue.
        DispatchQueue.main.async {
            let entries = (1...3).map { CountEntry(date: start.addingTimeInterval(Double($0) * 60), count: $0) }
            completion(Timeline(entries: entries, policy: .after(start.addingTimeInterval(600))))
        }
    }
}

private struct CountWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Count", provider: CountProvider()) { entry in
            Text(entry.count, format: .number).containerBackground(.background, for: .widget)
        }
        .supportedFamilies([.systemSmall])
    }
}

private struct BareWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Bare", provider: CountProvider()) { Text(verbatim: "\($0.count)") }
    }
}

private struct UnknownEntry: TimelineEntry { let date: Date }

/// What stands in its environment, as a text.
private struct LookView: View {
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.widgetFamily) private var family
    @Environment(\.dynamicTypeSize) private var size
    @Environment(\.layoutDirection) private var direction
    @Environment(\.widgetRenderingMode) private var mode
    @Environment(\.locale) private var locale

    var body: some View { Text(verbatim: "\(family) \(colorScheme) \(size) \(direction) \(mode) \(locale.identifier)").id("look") }
}

/// Assertions of views and widgets, on the main actor and elsewhere.
@Suite struct ViewAssertionTests {
    private func said<Value: View>(_ view: @autoclosure @MainActor () throws -> Value, _ strategy: SnapshotStrategy<Value, String>) throws
        -> String
    {
        try text(strategy.asserted(subject: try ViewSubject.evaluating { try strategy.subject(try view()) }))
    }

    private func said<Value: Widget>(
        _ widget: @autoclosure @MainActor () throws -> Value, _ strategy: SnapshotStrategy<Value, String>
    ) throws -> String { try text(strategy.asserted(subject: try ViewSubject.evaluating { try strategy.subject(try widget()) })) }

    private func text(_ asserted: AssertedSnapshot) throws -> String {
        let place = AssertionPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: #function, record: nil)
        let level = try #require(asserted.levels.first)
        return try assertion.judge(asserted, references: assertion.references, mode: .never, output: nil) { judge, _ in
            try judge.text(of: try asserted.spec("a"), level: level)
        }
    }

    /// The look of a strategy, and what a view reads.
    @Test(arguments: [
        (SnapshotStrategy<LookView, String>.tree(.systemSmall), "systemSmall dark large leftToRight fullColor en_US"),
        (.tree(.systemSmall, .light).typeSize(.accessibility2), "systemSmall light accessibility2 leftToRight fullColor en_US"),
        (.tree(.accessoryCircular).mode(.vibrant), "accessoryCircular dark large leftToRight vibrant en_US"),
        (.tree(.systemMedium).mode(.accented).direction(.rightToLeft), "systemMedium dark large rightToLeft accented en_US"),
        (.tree(.systemLarge).language("ar"), "systemLarge dark large rightToLeft fullColor ar"),
        (.tree(.panel), "systemExtraLarge light large leftToRight fullColor en_US"),
    ])
    private func theLookIsTheEnvironment(_ strategy: SnapshotStrategy<LookView, String>, _ expected: String) throws {
        #expect(try said(LookView(), strategy).contains("\"\(expected)\""))
    }

    @MainActor @Test func onTheMainActor() throws {
        let date = Date(timeIntervalSince1970: 1_767_260_460)
        assertInlineSnapshot(of: Text(date, style: .time), as: .tree(.accessoryInline)) {
            """
            tree: 2
            body:
              - Text "9:41 AM" font=body primary lineLimit=1 { padding: 0 0 0 0 }
            """
        }
    }

    @Test func entriesOfAProvider() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(try said(CountWidget(), .tree(.systemSmall)).contains("\"1\""))
        #expect(try said(CountWidget(), .tree(.systemSmall).after(seconds: 60)).contains("\"2\""))
        #expect(try said(CountWidget(), .tree(.systemSmall).at(start.addingTimeInterval(200))).contains("\"3\""))
        #expect(try said(CountWidget(), .tree(.systemSmall).showing(.snapshot)).contains("\"7\""))
        #expect(try said(CountWidget(), .tree(.systemSmall).showing(.placeholder)).contains("\"0\""))
        #expect(SnapshotStrategy<CountWidget, String>.tree(.systemSmall).showing(.placeholder).names.contains("placeholder"))
    }

    @Test func theTimelineOfAProvider() {
        assertInlineSnapshot(of: CountWidget(), as: .timeline().mask("kind")) {
            """
            begins: 2027-01-15T08:01:00Z
            +0s
              next change: +1min
              count: 1
            +1min
              next change: +2min
              count: 2
            +2min
              next change: +9min
              count: 3
            reload: +9min
            """
        }
    }

    /// What cannot be shown, and the error of the assertion.
    @Test func whatCannotBeShownFails() {
        let date = Date(timeIntervalSince1970: 1_767_260_460)
        func expect(_ message: String, _ assertion: () -> Void) {
            withKnownIssue {
                assertion()
            } matching: {
                $0.comments.map(\.rawValue).joined().contains(message)
            }
        }
        expect("the widget 'Count' does not support systemLarge; it supports systemSmall") {
            assertSnapshot(of: CountWidget(), entry: CountEntry(date: date, count: 1), as: .widget(.systemLarge), named: "family")
        }
        expect("the widget 'Count' has no view for an entry of the type UnknownEntry") {
            assertSnapshot(of: CountWidget(), entry: UnknownEntry(date: date), as: .widget(.systemSmall), named: "entry")
        }
        expect("the family: no device here has it") {
            assertSnapshot(of: Text("x"), as: .widget(.systemExtraLargePortrait), named: "device")
        }
        expect("set(_:) takes values of a kind's entries, which a view does not have, not 'place'") {
            assertSnapshot(of: Text("x"), as: .widget(.systemSmall).set(["place": "Berlin"]), named: "values")
        }
    }

    /// Warnings are told, fail, or are ignored.
    @Test(arguments: SnapshotWarnings.allCases) func warnings(_ warnings: SnapshotWarnings) {
        let entry = CountEntry(date: Date(timeIntervalSince1970: 1_767_260_460), count: 1)
        let message = "no view sets containerBackground(for: .widget)"
        func assertion() {
            assertInlineSnapshot(of: BareWidget(), entry: entry, as: .tree(.systemSmall).warnings(warnings)) {
                """
                tree: 2
                background: background
                body:
                  - Text "1" font=body primary { padding: 16 16 16 16 }
                """
            }
        }
        guard warnings != .ignore else { return assertion() }
        withKnownIssue {
            assertion()
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains(message) && issue.severity == (warnings == .fail ? .error : .warning)
        }
    }

    /// A matrix evaluates the view once for looks that differ only in what no body reads.
    @Test func aMatrixSharesItsView() {
        final class Count: @unchecked Sendable { var evaluations = 0 }
        struct Counting: View {
            let count: Count
            var body: some View {
                count.evaluations += 1
                return Text("x")
            }
        }
        let count = Count()
        withKnownIssue {
            assertSnapshots(
                of: Counting(count: count), as: [.picture(.systemSmall, .light), .picture(.systemSmall, .dark)], named: "shared",
                record: .never)
        }
        #expect(count.evaluations == 1)
    }

    /// Looks of a matrix that differ in the theme alone are laid out each.
    @Test func aThemeIsPartOfTheLook() throws {
        let strategy = SnapshotStrategy<Text, String>.tree(.systemSmall)
        let asserted = strategy.asserted(subject: try ViewSubject.evaluating { try strategy.subject(Text("x")) })
        let (subject, look) = (try #require(asserted.view), try #require(asserted.look))
        let names = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { renderer in
            try ["default", "pro"].map { name in
                var themed = look
                themed.theme = name
                let shown = themed
                return try subject.prepare(renderer, shown, .timeline, nil) {
                    try WidgetEnvironment(shown, on: try shown.device(in: renderer.catalog), at: $0)
                }.theme.name
            }
        }
        #expect(names == ["default", "pro"])
    }
}
