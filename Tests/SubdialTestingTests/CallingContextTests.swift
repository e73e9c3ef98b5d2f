import Foundation
import Testing
import XCTest

@testable import SubdialTesting

private func assertWhatDiffers(after wait: () -> Void = {}) {
    func widget() throws -> TemplateWidget {
        wait()
        return TemplateWidget(try Entry(contentsOf: "../../Fixtures/entries/paused.json"), kind: "now-playing")
    }
    assertSnapshot(of: try widget(), as: .widget(.accessoryInline), named: "nowhere")
}

private enum Moment {
    static let testEnds = DispatchSemaphore(value: 0)
    static let assertionBegins = DispatchSemaphore(value: 0)
    static let assertionEnds = DispatchSemaphore(value: 0)
    static let processExits = DispatchSemaphore(value: 0)
}

/// Starts an assertion that is under way when the process exits.
private func leaveAnAssertionToTheEnd(_ context: CallingContext) {
    context.start {
        assertWhatDiffers {
            atexit { Moment.processExits.signal() }
            Moment.assertionBegins.signal()
            Moment.processExits.wait()
        }
    }
    Moment.assertionBegins.wait()
}

/// Tests that another test runs in a process of their own, each in all contexts.
@Suite(.serialized, .snapshots(record: .never)) struct ContextVictimTests {
    @Test func waits() async {
        guard let context = CallingContext.named else { return }  // lint: skips
        await withCheckedContinuation { continuation in
            context.start {
                assertWhatDiffers()
                continuation.resume()
            }
        }
    }

    @Test func leavesItToTheNextTest() {
        CallingContext.named?.start {
            Moment.testEnds.wait()
            assertWhatDiffers()
            Moment.assertionEnds.signal()
        }
    }

    @Test func theNextTest() {
        guard CallingContext.named != nil else { return }  // lint: skips
        Moment.testEnds.signal()
        Moment.assertionEnds.wait()
    }

    @Test func leavesItToTheEnd() { CallingContext.named.map(leaveAnAssertionToTheEnd) }

    /// The main thread, which has ended, would have to evaluate the view.
    @Test func leavesAViewToTheEnd() {
        guard let context = CallingContext.named else { return }  // lint: skips
        context.start {
            RunningAssertions.shared.run(needsMain: true, at: "view") {
                Moment.assertionBegins.signal()
                Moment.processExits.wait()
            }
        }
        Moment.assertionBegins.wait()
    }
}

/// The same for code that belongs to the test.
@Suite(.snapshots(record: .never)) struct InnerVictimTests {
    @Test func inATaskGroup() async {
        guard VictimProcess.isHere else { return }  // lint: skips
        await withTaskGroup(of: Void.self) { $0.addTask { assertWhatDiffers() } }
    }

    @Test func inAnAsyncLet() async {
        guard VictimProcess.isHere else { return }  // lint: skips
        async let failure: Void = assertWhatDiffers()
        await failure
    }

    @Test func whileItWaitsForAQueue() {
        guard VictimProcess.isHere else { return }  // lint: skips
        DispatchQueue(label: "victim").sync { assertWhatDiffers() }
    }
}

final class ContextVictimXCTests: XCTestCase {
    func testWaits() {
        guard let context = CallingContext.named else { return }
        let ends = expectation(description: "the assertion ends")
        context.start {
            assertWhatDiffers()
            ends.fulfill()
        }
        wait(for: [ends], timeout: 60)
    }

    func testLeavesItToTheEnd() { CallingContext.named.map(leaveAnAssertionToTheEnd) }

    func testIsAsynchronous() async {
        guard VictimProcess.isHere else { return }
        await withTaskGroup(of: Void.self) { $0.addTask { assertWhatDiffers() } }
    }
}

/// A failed assertion never passes, whatever calls it: its test fails, or the process ends with a message.
@Suite struct CallingContextTests {
    private func run(_ context: CallingContext? = nil, _ arguments: [String]) throws -> VictimProcess {
        let environment = context.map { ["SUBDIAL_TEST_CONTEXT": $0.rawValue] } ?? [:]
        var ended: VictimProcess?
        try VictimProcess.withFolder { ended = try VictimProcess.run(arguments, report: $0, environment: environment) }
        return try #require(ended)
    }

    private func testing(_ victims: [String]) -> [String] {
        ["--testing-library", "swift-testing"] + victims.flatMap { ["--filter", "VictimTests/\($0)"] }
    }

    private func expect(_ ended: VictimProcess, isLost: Bool) {
        #expect(ended.output.contains("nowhere: there is no reference"), "\(ended.output)")
        #expect(ended.output.contains("no test can fail for it: the process ends here") == isLost, "\(ended.output)")
        #expect(ended.status == (isLost ? 70 : 1), "\(ended.output)")
    }

    @Test(arguments: CallingContext.allCases, [["waits"], ["leavesItToTheNextTest", "theNextTest"], ["leavesItToTheEnd"]])
    func inSwiftTesting(_ context: CallingContext, _ victims: [String]) throws {
        expect(try run(context, testing(victims)), isLost: !context.hasTest || victims == ["leavesItToTheEnd"])
    }

    @Test(arguments: CallingContext.allCases) func aViewAfterTheTests(_ context: CallingContext) throws {
        let ended = try run(context, testing(["leavesAViewToTheEnd"]))
        #expect(
            ended.status == 70 && ended.output.contains("view: the view cannot be evaluated, because the process exits"), "\(ended.output)")
    }

    @Test(arguments: ["inATaskGroup", "inAnAsyncLet", "whileItWaitsForAQueue"])
    func inCodeThatBelongsToTheTest(_ victim: String) throws {
        expect(try run(nil, testing([victim])), isLost: false)
    }

    /// XCTest takes failures from any thread while a test runs.
    @Test(arguments: CallingContext.allCases, ["testWaits", "testLeavesItToTheEnd"])
    func inXCTest(_ context: CallingContext, _ victim: String) throws {
        expect(
            try run(context, ["SubdialTestingTests.ContextVictimXCTests/\(victim)"]), isLost: victim == "testLeavesItToTheEnd")
    }

    @Test func inAnAsynchronousXCTest() throws {
        expect(try run(nil, ["SubdialTestingTests.ContextVictimXCTests/testIsAsynchronous"]), isLost: false)
    }
}
