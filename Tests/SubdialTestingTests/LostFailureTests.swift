import Foundation
import SubdialSnapshots
import SubdialTestSupport
import SubdialTesting
import Testing
import XCTest

private func assertWhatDiffers(_ named: String) {
    // Only where another test has started the process.
    guard VictimProcess.isHere, let entry = try? Entry(contentsOf: "../../Fixtures/entries/paused.json") else { return }
    assertSnapshot(of: TemplateWidget(entry, kind: "now-playing"), as: .widget(.accessoryInline), named: named)
}

/// Tests that another test runs in a process of their own: their failures must not be lost.
@Suite(.serialized, .snapshots(record: .never)) struct VictimTests {
    @Test func inATaskOfItsOwn() async {
        await Task.detached { assertWhatDiffers("nowhere") }.value
    }

    @Test func inTheTestItself() { assertWhatDiffers("nowhere") }
}

final class VictimXCTests: XCTestCase {
    func testOnAQueue() {
        let done = expectation(description: "done")
        DispatchQueue.global().async {
            assertWhatDiffers("nowhere")
            done.fulfill()
        }
        wait(for: [done], timeout: 30)
    }

    func testTwice() throws {
        guard VictimProcess.isHere else { return }
        let entry = try Entry(contentsOf: "../../Fixtures/entries/paused.json")
        assertSnapshot(of: TemplateWidget(entry, kind: "now-playing"), as: .widget(.accessoryInline))
        assertSnapshot(of: TemplateWidget(entry, kind: "now-playing"), as: .widget(.accessoryInline))
    }

    func testOfOneName() throws { try assertWithoutAName() }
}

final class OtherVictimXCTests: XCTestCase {
    func testOfOneName() throws { try assertWithoutAName() }
}

private func assertWithoutAName(function: String = #function) throws {
    guard VictimProcess.isHere else { return }
    let entry = try Entry(contentsOf: "../../Fixtures/entries/paused.json")
    assertSnapshot(of: TemplateWidget(entry, kind: "now-playing"), as: .widget(.accessoryInline), function: function)
}

@Suite struct LostFailureTests {
    @Test func aFailureWithoutATestEndsTheProcess() throws {
        try VictimProcess.withFolder { folder in
            let arguments = ["--testing-library", "swift-testing", "--filter", "[.]VictimTests/inATaskOfItsOwn"]
            let ended = try VictimProcess.run(arguments, report: folder)
            #expect(ended.status == 70, "\(ended.output)")
            let told = """
                LostFailureTests.swift:11: nowhere: there is no reference; run the tests with SUBDIAL_SNAPSHOTS=changed to record it
                """
            #expect(ended.output.contains(told), "\(ended.output)")
            let advice = """
                subdial: this snapshot assertion runs outside of a test's task, or after the tests, so that no test can fail for it: the \
                process ends here. Assert in the test itself, or in a task that the test awaits.

                """
            #expect(ended.output.contains(advice), "\(ended.output)")
            #expect(!ended.output.contains("passed after"))
        }
    }

    /// XCTest does not say which test runs: a second snapshot of a function has a number, and two functions of one name are refused.
    @Test(arguments: [
        (
            "VictimXCTests/testTwice",
            ["testTwice.accessoryInline.dark: there is no reference;", "testTwice.accessoryInline.dark.2: there is no reference;"]
        ),
        (
            "OtherVictimXCTests/testOfOneName",
            [
                "this file has several functions 'testOfOneName', and XCTest does not tell which one runs; name their snapshots by 'named:'"
            ]
        ),
    ])
    func namesInXCTest(_ victim: String, _ messages: [String]) throws {
        try VictimProcess.withFolder { folder in
            let ended = try VictimProcess.run(["SubdialTestingTests.\(victim)"], report: folder)
            #expect(ended.status == 1, "\(ended.output)")
            for message in messages { #expect(ended.output.contains(message), "\(ended.output)") }
        }
    }

    /// A page, and what a review reads; it goes on where the run's next process fails.
    @Test func failuresMakeAReport() throws {
        try VictimProcess.withFolder { folder in
            let arguments = ["--testing-library", "swift-testing", "--filter", "[.]VictimTests/inTheTestItself"]
            let ended = try VictimProcess.run(arguments, report: folder)
            #expect(ended.status != 0 && ended.output.contains("see \(folder.path)/index.html"), "\(ended.output)")
            _ = try VictimProcess.run(["SubdialTestingTests.VictimXCTests/testOnAQueue"], report: folder)
            let report = try String(contentsOf: folder.appending(path: "report.json"), encoding: .utf8)
            #expect(report.contains(#""id" : "SubdialTestingTests/LostFailureTests/nowhere""#))
            let actual = "SubdialTestingTests/actual/LostFailureTests/nowhere.png"
            #expect(report.contains(actual) && FileManager.default.fileExists(atPath: folder.appending(path: actual).path))
            #expect(try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8).contains(actual))
            let pending = try SnapshotReview(RunFolder(path: folder.path)).pending
            #expect(pending.map(\.id) == ["SubdialTestingTests/LostFailureTests/nowhere"])
            #expect(try RunFolder(path: folder.path).record().fonts.allSatisfy { $0.family == "Inter" })
            #expect(try !RunFolder(path: folder.path).record().fonts.isEmpty)
            #expect(pending.first?.reference?.folder.hasSuffix("Tests/SubdialTestingTests/__Snapshots__") == true)
        }
    }

    /// Tests that pass need no report, and a failure says in its message that there is none.
    @Test(arguments: [
        (["AssertSnapshotTests/aViewWrittenInSwiftLooksAsItDid", "StrategyTests/inlineTexts"], true),
        (["[.]VictimTests/inTheTestItself"], false),
    ]) func aReportThatCannotBeWrittenIsNoFaultOfWhatPasses(_ tests: [String], _ passes: Bool) throws {
        let arguments = ["--testing-library", "swift-testing"] + tests.flatMap { ["--filter", $0] }
        let ended = try VictimProcess.run(arguments, report: URL(filePath: "/proc/nope"))
        #expect((ended.status == 0) == passes, "\(ended.output)")
        let told = "neither pictures nor a report are kept: cannot write /proc/nope: its folder cannot be made"
        #expect(ended.output.contains(told) == !passes, "\(ended.output)")
        for other in ["NSCocoaError", "see /proc/nope", "the report of snapshots cannot be written", "its pictures are not kept"] {
            #expect(!ended.output.contains(other), "\(ended.output)")
        }
    }

    @Test func aWordForRecordingThatIsNoneFails() throws {
        try VictimProcess.withFolder { folder in
            let arguments = ["--testing-library", "swift-testing", "--filter", "AssertSnapshotTests/aViewWrittenInSwiftLooksAsItDid"]
            let ended = try VictimProcess.run(arguments, report: folder, environment: ["SUBDIAL_SNAPSHOTS": "bogus", "CI": "true"])
            #expect(ended.status != 0 && ended.output.contains("SUBDIAL_SNAPSHOTS is 'bogus'; it takes never, missing, changed, all"))
        }
    }
}
