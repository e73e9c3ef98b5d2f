import SubdialSwiftUI
import Testing

@testable import SubdialRendering

@Suite("The program of an extension")
struct ProgramDrawerTests {
    // The exit code of a wrong usage in sysexits.h.
    @Test(
        "A wrong command line is an error",
        arguments: [
            ["draw", "/tmp", "--kind", "Nobody"], ["draw"], ["paint", "/tmp"], ["draw", "/tmp", "--appearance", "drk"],
            ["draw", "/tmp", "--kind"],
            ["draw", "/tmp", "--colour", "red"], ["draw", "/tmp", "--mode", "loud"], ["draw", "/tmp", "--scale", "none"],
            ["draw", "/tmp", "--type-size", "huge"], ["draw", "/tmp", "--direction"], ["draw", "/tmp", "--limit", "0"],
            ["draw", "/tmp", "--limit", "soon"], ["draw", "/tmp", "--resume", "-1"],
        ])
    @MainActor func wrongUsage(_ arguments: [String]) { #expect(ProgramDrawer.run(arguments, []) == 64) }
}
