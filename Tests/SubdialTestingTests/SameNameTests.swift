import SubdialTesting
import TestSupport
import Testing
import Timeline

/// Two suites of a file may have functions of one name: each has a reference of its own.
@Suite struct FirstOfTwoSuites {
    @Test func look() throws {
        assertSnapshot(of: try Entry(parsing: Repository.fixture("entries/paused.json")), family: .accessoryInline) { Text("first") }
    }
}

@Suite struct SecondOfTwoSuites {
    @Test func look() throws {
        assertSnapshot(of: try Entry(parsing: Repository.fixture("entries/paused.json")), family: .accessoryInline) { Text("second") }
    }
}
