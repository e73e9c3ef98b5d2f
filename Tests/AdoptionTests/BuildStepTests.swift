import SubdialAdoption
import Testing

@Suite struct BuildStepTests {
    @Test(
        "A line of the build system is a step",
        arguments: [
            ("[5/12] Compiling Card CardView.swift", "Compiling Card CardView.swift (5 of 12)"), ("Building for debugging...", nil),
            ("/a/B.swift:1:2: error: [1/2] x", nil),
            ("Another instance of SwiftPM (PID: 7) is already running", "Another instance of SwiftPM (PID: 7) is already running"),
        ])
    func steps(_ line: String, step: String?) { #expect(BuildStep.words(line) == step) }
}
