import Foundation
import SubdialAppIntents
import SubdialIntents
import SubdialSwiftUI
import SubdialWidgetKit
import Synchronization

// The sources of a widget with settings, buttons and controls, as an app has them.

/// What the intents change.
final class TaskStore: Sendable {
    private let done = Mutex<Set<String>>([])

    func isDone(_ task: String) -> Bool { done.withLock { $0.contains(task) } }

    func toggle(_ task: String) { done.withLock { $0.formSymmetricDifference([task]) } }

    func empty() { done.withLock { $0 = [] } }

    /// The store of the app.
    static let shared = TaskStore()
}

enum Layout: String, AppEnum {
    case list, cards

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Layout"
    static let caseDisplayRepresentations: [Layout: DisplayRepresentation] = [.list: "List", .cards: "Cards"]
}

struct Project: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Project"
    static let defaultQuery = ProjectQuery()

    let id: String

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)") }
}

struct ProjectQuery: EntityQuery {
    func entities(for identifiers: [Project.ID]) async throws -> [Project] { identifiers.map(Project.init) }

    func suggestedEntities() async throws -> [Project] { [Project(id: "Home"), Project(id: "Work")] }

    func defaultResult() async -> Project? { Project(id: "Home") }
}

struct Places: DynamicOptionsProvider {
    func results() async throws -> [String] { ["Berlin", "Oslo"] }

    func defaultResult() async -> String? { "Oslo" }
}

struct TasksIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Tasks"
    static let description = IntentDescription("Shows tasks.")

    static var parameterSummary: some ParameterSummary {
        When(\.$layout, .equalTo, .cards) {
            Summary("Cards of \(\.$project)") { \.$count }
        } otherwise: {
            Summary("\(\.$count) of \(\.$project)")
        }
    }

    @Parameter(title: "Project") var project: Project
    @Parameter(title: "Count", default: 2, controlStyle: .stepper, inclusiveRange: (1, 9)) var count: Int
    @Parameter(title: "Layout", default: .list) var layout: Layout
    @Parameter(title: "Place", optionsProvider: Places()) var place: String?
    @Parameter(title: "Tags") var tags: [String]
}

struct NeedyIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Needy"

    @Parameter(title: "City") var city: String
}

struct CheckIntent: AppIntent {
    static let title: LocalizedStringResource = "Check"

    @Parameter(title: "Task") var task: String
    /// No parameter: a device does not store it.
    var note = "init"

    init() {}

    init(task: String) {
        self.task = task
        note = "lost"
    }

    func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
        TaskStore.shared.toggle(task)
        return .result(value: note, dialog: "Checked \(task)")
    }
}

struct QuietIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Quiet"

    @Parameter(title: "Quiet") var value: Bool

    func perform() async throws -> some IntentResult {
        if value != TaskStore.shared.isDone("quiet") { TaskStore.shared.toggle("quiet") }
        return .result()
    }
}

struct FailingIntent: AppIntent {
    static let title: LocalizedStringResource = "Fail"

    @Parameter(title: "Name") var name: String?

    func perform() async throws -> some IntentResult {
        guard name != nil else { throw $name.needsValueError("Which one?") }
        return .result()
    }
}

struct TasksEntry: TimelineEntry {
    let date: Date
    let intent: TasksIntent
    let done: [Bool]
}

struct TasksProvider: AppIntentTimelineProvider {
    private var entry: TasksEntry { entry(TasksIntent()) }

    private func entry(_ intent: TasksIntent) -> TasksEntry {
        TasksEntry(
            date: Date(timeIntervalSince1970: 1_767_260_460), intent: intent, done: ["Milk", "Bread"].map { TaskStore.shared.isDone($0) })
    }

    func placeholder(in context: Context) -> TasksEntry { entry }

    func snapshot(for configuration: TasksIntent, in context: Context) async -> TasksEntry { entry(configuration) }

    func timeline(for configuration: TasksIntent, in context: Context) async -> Timeline<TasksEntry> {
        Timeline(entries: [entry(configuration)], policy: .never)
    }
}

struct TasksView: View {
    let entry: TasksEntry

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: "\(entry.intent.project.id) \(entry.intent.count) \(entry.intent.layout) \(entry.intent.place ?? "-")")
                .font(.caption)
            Button("Milk", intent: CheckIntent(task: "Milk")).tint(entry.done[0] ? .green : .blue)
            Toggle("Bread", isOn: entry.done[1], intent: CheckIntent(task: "Bread")).toggleStyle(.button)
        }
        .containerBackground(.background, for: .widget)
    }
}

struct TasksWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "Tasks", intent: TasksIntent.self, provider: TasksProvider()) { TasksView(entry: $0) }
            .supportedFamilies([.systemSmall])
    }
}

struct NeedyProvider: AppIntentTimelineProvider {
    struct Entry: TimelineEntry {
        let date: Date
        let city: String
    }

    func placeholder(in context: Context) -> Entry { Entry(date: .now, city: "") }

    func snapshot(for configuration: NeedyIntent, in context: Context) async -> Entry { Entry(date: .now, city: configuration.city) }

    func timeline(for configuration: NeedyIntent, in context: Context) async -> Timeline<Entry> {
        Timeline(entries: [Entry(date: .now, city: configuration.city)], policy: .never)
    }
}

struct NeedyWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "Needy", provider: NeedyProvider()) { entry in
            Text(verbatim: entry.city).containerBackground(.background, for: .widget)
        }
    }
}

/// Settings of the older kind, by hand.
final class CityIntent: INIntent {
    var city = "Paris"
}

struct CityProvider: IntentTimelineProvider {
    func placeholder(in context: Context) -> NeedyProvider.Entry { NeedyProvider.Entry(date: .now, city: "") }

    func getSnapshot(
        for configuration: CityIntent, in context: Context, completion: @escaping @Sendable (NeedyProvider.Entry) -> Void
    ) { completion(NeedyProvider.Entry(date: .now, city: configuration.city)) }

    func getTimeline(
        for configuration: CityIntent, in context: Context, completion: @escaping @Sendable (Timeline<NeedyProvider.Entry>) -> Void
    ) {
        completion(Timeline(entries: [NeedyProvider.Entry(date: .now, city: configuration.city)], policy: .never))
    }
}

struct CityWidget: Widget {
    var body: some WidgetConfiguration {
        IntentConfiguration(kind: "City", intent: CityIntent.self, provider: CityProvider()) { entry in
            Text(verbatim: entry.city).containerBackground(.background, for: .widget)
        }
    }
}

struct QuietProvider: ControlValueProvider {
    var previewValue: Bool { false }

    func currentValue() async throws -> Bool { TaskStore.shared.isDone("quiet") }
}

struct QuietControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "Quiet", provider: QuietProvider()) { isOn in
            ControlWidgetToggle("Quiet Mode", isOn: isOn, action: QuietIntent()) { isOn in
                Label(isOn ? "Silent" : "Loud", systemImage: isOn ? "speaker.slash.fill" : "speaker.fill")
            }
            .tint(.purple)
        }
        .displayName("Quiet")
        .description("Silences all.")
    }
}

struct TimerControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "Timer") {
            ControlWidgetButton(action: CheckIntent(task: "Tea")) { Label("Tea Timer", systemImage: "timer") }
        }
    }
}

struct LockControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "Lock") {
            ControlWidgetToggle(isOn: false, action: QuietIntent()) { Label("Lock", systemImage: "lock.fill") }.disabled(true)
        }
    }
}

struct TasksBundle: WidgetBundle {
    var body: some Widget {
        TasksWidget()
        QuietControl()
        TimerControl()
    }
}

/// An intent whose dependency no test adds.
struct DependentIntent: AppIntent {
    struct Missing: Sendable {}
    struct Present: Sendable { let text: String }

    static let title: LocalizedStringResource = "Dependent"

    @Dependency private var missing: Missing

    func perform() async throws -> some IntentResult { .result() }
}

/// An intent with a dependency that a test adds, and one with a default.
struct PresentIntent: AppIntent {
    static let title: LocalizedStringResource = "Present"

    @Dependency private var present: DependentIntent.Present
    @AppDependency(default: 7) private var number: UInt8

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: "\(present.text) \(number == 7 ? "default" : "other")")
    }
}

/// Two scopes with intents of one name.
enum FirstScope {
    struct NamedIntent: AppIntent {
        static let title: LocalizedStringResource = "First"

        func perform() async throws -> some IntentResult { .result() }
    }
}

enum SecondScope {
    struct NamedIntent: AppIntent {
        static let title: LocalizedStringResource = "Second"

        func perform() async throws -> some IntentResult { .result() }
    }
}

struct SameNameView: View {
    var body: some View {
        VStack {
            Button("One", intent: FirstScope.NamedIntent())
            Button("Two", intent: SecondScope.NamedIntent())
        }
    }
}
