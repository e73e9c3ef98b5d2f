import Foundation
import SubdialAppIntents
import SubdialSwiftUI
import Testing

private struct SilentIntent: AppIntent {
    static let title: LocalizedStringResource = "Silent"
    static let line = #line + 1
    @Parameter(title: "Volume") var volume: Int
    static let dependencyLine = #line + 1
    @Dependency var store: MissingValueTests.Store

    func perform() async throws -> some IntentResult { .result() }
}

private struct SilentEntity: AppEntity {
    static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Silent")
    static let defaultQuery = SilentQuery()
    static let line = #line + 1
    @Property(title: "Length") var length: Double
    let id = "1"
    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Silent") }
}

private struct SilentQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [SilentEntity] { [] }
}

@Suite("A property without a value ends the process with its place and what to do")
struct MissingValueTests {
    struct Store: Sendable {}

    private func expect(_ result: ExitTest.Result?, _ line: Int, _ words: [String]) throws {
        let result = try #require(result)
        let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
        for word in ["SubdialSwiftUITests/MissingValueTests.swift:\(line): Fatal error: "] + words {
            #expect(errors.contains(word), "\(errors.prefix(2000))")
        }
    }

    @Test("A parameter")
    func parameter() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = SilentIntent().volume }
        try expect(result, SilentIntent.line, ["the parameter 'Volume' has no value: set it", "defaultResult()"])
    }

    @Test("A parameter of an intent whose parameters are known")
    func ownedParameter() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let intent = SilentIntent()
            _ = IntentParameters(of: intent)
            _ = intent.volume
        }
        try expect(result, SilentIntent.line, ["the parameter SilentIntent.volume 'Volume' has no value"])
    }

    @Test("A dependency")
    func dependency() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = SilentIntent().store }
        try expect(result, SilentIntent.dependencyLine, ["no dependency of the type Store: add it"])
    }

    @Test("A property of an entity")
    func entity() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = SilentEntity().length }
        try expect(result, SilentEntity.line, ["the property 'Length' of an entity", "Double", "set it in the initializer"])
    }
}
