import Foundation
import SubdialAppIntents
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialTesting

/// Settings, buttons and controls with intents, one after the other, because they share the store of the app.
@Suite(.serialized) struct IntentTests {
    private let store = TaskStore.shared

    init() { store.empty() }

    private func tree(_ subject: @MainActor () throws -> ViewSubject, control: ControlSizeName? = nil) throws -> String {
        let subject = SnapshotSubject.view(try ViewSubject.evaluating(subject))
        let asserted =
            control.map { SnapshotStrategy<QuietControl, String>.controlTree($0).asserted(subject: subject) }
            ?? SnapshotStrategy<TasksWidget, String>.tree(.systemSmall).asserted(subject: subject)
        let place = AssertionPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: #function, record: nil)
        return try assertion.judge(asserted, references: assertion.references, mode: .never, output: nil) { judge, _ in
            try judge.text(of: try asserted.spec("a"), level: .tree)
        }
    }

    @Test func settingsHaveTheirDefaults() throws {
        let text = try tree { try ViewSubject(widget: TasksWidget()) }
        #expect(text.contains("\"Home 2 list Oslo\""), "\(text)")
        #expect(text.contains("CheckIntent(task: "), "\(text)")
    }

    @Test func settingsOfATest() throws {
        let intent = TasksIntent()
        intent.project = Project(id: "Work")
        intent.count = 5
        intent.layout = .cards
        intent.place = "Berlin"
        let text = try tree { try ViewSubject(widget: TasksWidget(), intent: intent) }
        #expect(text.contains("\"Work 5 cards Berlin\""), "\(text)")
    }

    @Test(arguments: [nil, "Rome"] as [String?])
    func settingsOfTheOlderKind(_ city: String?) throws {
        let text = try tree {
            guard let city else { return try ViewSubject(widget: CityWidget()) }
            let intent = CityIntent()
            intent.city = city
            return try ViewSubject(widget: CityWidget(), intent: intent)
        }
        #expect(text.contains("\"\(city ?? "Paris")\""), "\(text)")
    }

    @Test func settingsWithoutAValueAreNamed() {
        withKnownIssue {
            assertSnapshot(of: NeedyWidget(), as: .tree(.systemSmall))
        } matching: {
            $0.comments.contains { $0.rawValue.contains("NeedyIntent has no value for 'city': set it") }
        }
        withKnownIssue {
            assertSnapshot(of: NeedyWidget(), intent: TasksIntent(), as: .tree(.systemSmall))
        } matching: {
            $0.comments.contains { $0.rawValue.contains("has settings of the type NeedyIntent, and not TasksIntent") }
        }
    }

    @Test(arguments: ["Milk", "CheckIntent(task: \"Milk\")"])
    func aTapChangesTheNextTimeline(_ target: String) async throws {
        let performed = try await performIntent(of: TasksWidget(), at: target)
        #expect(performed.name == "CheckIntent(task: \"Milk\")")
        #expect(performed.dialog == "Checked Milk")
        // What is no parameter is not stored between the picture and the tap.
        #expect(performed.value as? String == "init")
        #expect(store.isDone("Milk"))
        #expect(!store.isDone("Bread"))
    }

    @Test func aTapOnAPlace() async throws {
        let performed = try await performIntent(of: TasksWidget(), x: 40, y: 130)
        #expect(performed.name == "CheckIntent(task: \"Bread\")")
        #expect(store.isDone("Bread"))
    }

    @Test(arguments: [
        ("Butter", "no tap region is at 'Butter'; there are: 'Milk': CheckIntent(task: \"Milk\") at "),
        ("CheckIntent", "2 tap regions are at 'CheckIntent'"),
    ])
    func aTapBesideTheRegionsNamesThem(_ target: String, _ message: String) async {
        let error = await #expect(throws: TapError.self) { try await performIntent(of: TasksWidget(), at: target) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "none")")
    }

    @Test(arguments: [
        (true, ControlSizeName.medium, ["\"Quiet Mode\"", "\"Silent\"", "speaker.slash.fill", "QuietIntent(value: false)"]),
        (false, .large, ["\"Quiet Mode\"", "\"Loud\"", "speaker.fill", "QuietIntent(value: true)"]),
        (false, .small, ["speaker.fill"]),
    ])
    func controlsShowTheirState(_ isOn: Bool, _ size: ControlSizeName, _ parts: [String]) throws {
        let text = try tree({ try ViewSubject(control: QuietControl(), value: isOn) }, control: size)
        for part in parts { #expect(text.contains(part), "\(part): \(text)") }
    }

    @Test func aStateTakesTheSecondLineOfAMediumControl() throws {
        let button = try tree({ try ViewSubject(control: TimerControl()) }, control: .medium)
        #expect(button.contains("lineLimit=2"), "\(button)")
        let toggle = try tree({ try ViewSubject(control: QuietControl(), value: true) }, control: .medium)
        #expect(toggle.contains("lineLimit=1") && !toggle.contains("lineLimit=2"), "\(toggle)")
    }

    @Test func aTapOnAToggleSetsTheOppositeValue() async throws {
        #expect(try await performIntent(of: QuietControl()).name == "QuietIntent(value: true)")
        #expect(store.isDone("quiet"))
        #expect(try await performIntent(of: QuietControl()).name == "QuietIntent(value: false)")
        #expect(!store.isDone("quiet"))
    }

    @Test func anIntentThatAsksFails() async {
        let error = await #expect(throws: (any Error).self) { try await IntentRun(FailingIntent()) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("the intent asks for a value of 'Name': \"Which one?\""))
    }

    @Test func aMissingDependencyIsAnError() async throws {
        let error = await #expect(throws: (any Error).self) { try await IntentRun(DependentIntent()) }
        #expect(
            "\(error.map { "\($0)" } ?? "")" == "DependentIntent has no dependency of the type Missing: add it with "
                + "AppDependencyManager.shared.add(dependency:)")
        AppDependencyManager.shared.add(dependency: DependentIntent.Present(text: "there"))
        #expect(try await IntentRun(PresentIntent()).value as? String == "there default")
    }

    @MainActor @Test func intentsOfOneNameAreToldApart() throws {
        let strategy = SnapshotStrategy<SameNameView, String>.tree(.systemSmall)
        guard case .view(let view) = try strategy.subject(SameNameView()) else { throw CancellationError() }
        let asserted = strategy.asserted(subject: .view(view))
        let place = AssertionPlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: #function, record: nil)
        _ = try assertion.judge(asserted, references: assertion.references, mode: .never, output: nil) { judge, _ in
            try judge.text(of: try asserted.spec("a"), level: .tree)
        }
        #expect(view.warnings.count { $0.contains("have one name: NamedIntent") } == 1, "\(view.warnings)")
    }

    @MainActor @Test func aBundleHasControls() {
        let list = WidgetProgram.list(TasksBundle._declarations)
        #expect(
            list == "Tasks\tsystemSmall\t\nQuiet\tcontrolSmall,controlMedium,controlLarge\tQuiet\n"
                + "Timer\tcontrolSmall,controlMedium,controlLarge\t\n")
    }
}
