import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `Scripts/mutate-snapshots`, with a few mutations of themes and entries.
@Suite struct SnapshotMutationTests {
    /// A colour that is lighter by 20 of 255 changes no tree: only an exact comparison sees it.
    ///
    /// What changes no pixel is invisible, and no fault of the suite.
    @Test(
        "A default suite sees each mutation that changes a pixel, and a threshold hides some",
        arguments: [("theme", nil), ("theme", "{ threshold: 0.1 }"), ("entry", nil)] as [(String, String?)])
    func mutations(_ category: String, _ compare: String?) throws {
        let process = Process()
        process.executableURL = URL(filePath: Tool.python)
        let (script, program) = (Repository.root.appending(path: "Scripts/mutate-snapshots"), Sandbox.build.appending(path: "subdial"))
        process.arguments =
            [script.path, "--program", program.path, "--only", category, "--kinds", "clock", "--count", "12"]
            + (compare.map { ["--compare", $0] } ?? [])
        let output = Pipe()
        process.standardOutput = output
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == (compare == nil ? 0 : 1), "\(text)")
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("\(category) ") })
        let counts = row.split(separator: " ").dropFirst().compactMap { Int($0) }
        try #require(counts.count == 6)
        #expect(counts[0] == 12 && (counts[4] == 0) == (compare == nil), "\(text)")
        #expect((counts[3] > 0) == (category == "entry"), "\(text)")
    }
}
