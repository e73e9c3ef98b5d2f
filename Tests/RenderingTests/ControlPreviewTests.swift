import Foundation
import SubdialAppIntents
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialRendering

private struct RoomIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Room"

    struct Rooms: DynamicOptionsProvider {
        func results() async throws -> [String] { ["Kitchen"] }
        func defaultResult() async -> String? { "Kitchen" }
    }

    @Parameter(title: "Room", optionsProvider: Rooms()) var room: String
}

private struct BareIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Bare"
    @Parameter(title: "Level") var level: Int
}

private struct RoomValues: AppIntentControlValueProvider {
    func previewValue(configuration: RoomIntent) -> String { "preview of \(configuration.room)" }
    func currentValue(configuration: RoomIntent) async throws -> String { configuration.room }
}

private struct BareValues: AppIntentControlValueProvider {
    func previewValue(configuration: BareIntent) -> String { "\(configuration.level)" }
    func currentValue(configuration: BareIntent) async throws -> String { "\(configuration.level)" }
}

private struct SilenceIntent: AppIntent {
    static let title: LocalizedStringResource = "Silence"
    func perform() async throws -> some IntentResult { .result() }
}

private struct RelevantEntry: RelevanceEntry { let name: String }

private struct RelevantRoom: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Room"
    @Parameter(title: "Room", default: "Kitchen") var room: String
}

private struct RelevantRooms: RelevanceEntriesProvider {
    func entry(configuration: RelevantRoom, context: Context) async throws -> RelevantEntry { RelevantEntry(name: configuration.room) }
    func relevance() async -> WidgetRelevance<RelevantRoom> { WidgetRelevance([]) }
    func placeholder(context: Context) -> RelevantEntry { RelevantEntry(name: "-") }
}

@Suite("Settings without a value")
@MainActor
struct ControlPreviewTests {
    private static let context = TimelineProviderContext(
        family: .systemSmall, isPreview: true, displaySize: CGSize(width: 60, height: 60))

    @Test("The preview and the placeholder of a control ask for the defaults of its settings")
    func defaults() async throws {
        let configuration = AppIntentControlConfiguration(kind: "Room", provider: RoomValues()) { room in
            ControlWidgetButton(action: SilenceIntent()) { Text(room) }
        }
        let run = try #require(WidgetProviderRun(type(of: configuration)._declaration(of: configuration)))
        let shown: WidgetEntry = try await run.snapshot(in: Self.context)
        #expect((shown.value as? ControlEntry)?.value as? String == "preview of Kitchen")
        #expect((try run.placeholder(in: Self.context).value as? ControlEntry)?.value as? String == "preview of Kitchen")
    }

    @Test("A parameter without a default is an error of the preview, which names it")
    func missing() async throws {
        let configuration = AppIntentControlConfiguration(kind: "Bare", provider: BareValues()) { level in
            ControlWidgetButton(action: SilenceIntent()) { Text(level) }
        }
        let run = try #require(WidgetProviderRun(type(of: configuration)._declaration(of: configuration)))
        let error = await #expect(throws: WidgetProviderRun.Failure.self) { () async throws in _ = try await run.snapshot(in: Self.context)
        }
        #expect(error?.description.contains("BareIntent has no value for 'level'") == true, "\(error?.description ?? "")")
    }

    @Test("A widget that is offered when it is relevant shows the entry of its settings")
    func relevance() async throws {
        let configuration = RelevanceConfiguration(kind: "Room", provider: RelevantRooms()) { Text(verbatim: $0.name) }
        let declaration = type(of: configuration)._declaration(of: configuration)
        #expect(declaration.families == ["accessoryRectangular"])
        let run = try #require(WidgetProviderRun(declaration))
        let entry: WidgetEntry = try await run.snapshot(in: Self.context)
        #expect("\(entry.value)".contains("Kitchen"))
        let placeholder = try run.placeholder(in: Self.context)
        #expect("\(placeholder.value)".contains("\"-\""))
    }
}
