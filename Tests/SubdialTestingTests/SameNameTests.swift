import SubdialTesting
import Testing

/// Two suites in a file may have functions with the same name: each has its own reference.
@Suite struct FirstOfTwoSuites {
    @Test func look() throws {
        let entry = try Entry(contentsOf: "../../Fixtures/entries/paused.json")
        assertSnapshot(of: Widget(entry) { Text("first") }, as: .widget(.accessoryInline))
    }
}

@Suite struct SecondOfTwoSuites {
    @Test func look() throws {
        let entry = try Entry(contentsOf: "../../Fixtures/entries/paused.json")
        assertSnapshot(of: Widget(entry) { Text("second") }, as: .widget(.accessoryInline))
    }
}
