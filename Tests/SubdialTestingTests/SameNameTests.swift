import SubdialSwiftUI
import SubdialTesting
import Testing

/// Two suites in a file may have functions with the same name: each has its own reference.
@Suite struct FirstOfTwoSuites {
    @Test func look() { assertSnapshot(of: Text("first"), as: .widget(.accessoryInline)) }
}

@Suite struct SecondOfTwoSuites {
    @Test func look() { assertSnapshot(of: Text("second"), as: .widget(.accessoryInline)) }
}
