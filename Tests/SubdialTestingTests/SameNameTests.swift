import SubdialTesting
import Testing

/// Two suites of a file may have functions of one name: each has a reference of its own.
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
