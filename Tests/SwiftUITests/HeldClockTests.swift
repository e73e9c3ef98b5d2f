import Foundation
import Testing

@testable import SubdialSwiftUI

/// The time of day of code that makes entries and views.
@Suite struct HeldClockTests {
    private static let date = Date(timeIntervalSince1970: 1_000_000)
    private static let other = Date(timeIntervalSince1970: 2_000_000.5)

    @Test("The time stands still in the code, and goes on behind it")
    func code() {
        #expect(HeldClock.at(Self.date) { Date() } == Self.date)
        #expect(HeldClock.date == nil)
        #expect(Date() > Self.other)
    }

    @Test("Code inside has its own time, and no time leaves that around it")
    func nested() {
        HeldClock.at(Self.date) {
            #expect(HeldClock.at(Self.other) { Date() } == Self.other)
            #expect(HeldClock.at(nil) { Date() } == Self.date)
            #expect(Date() == Self.date)
        }
    }

    @Test("An error comes out, and the time goes on")
    func failure() {
        #expect(throws: CancellationError.self) { try HeldClock.at(Self.date) { throw CancellationError() } }
        #expect(Date() > Self.other)
    }

    @Test("A task that suspends keeps its time, and no other task has it")
    func suspension() async {
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask { await Self.suspending(number.isMultiple(of: 2) ? Self.date : Self.other) }
                group.addTask {
                    for _ in 0..<20 {
                        #expect(Date() > Self.other)
                        await Task.yield()
                    }
                }
            }
        }
        // Any thread of the pool.
        for _ in 0..<50 { #expect(await Task.detached { Date() }.value > Self.other) }
    }

    /// Suspends often while the time stands still.
    @MainActor private static func suspending(_ own: Date) async {
        await HeldClock.at(own) {
            for _ in 0..<20 {
                #expect(Date() == own)
                await Task.yield()
            }
        }
        #expect(Date() > other)
    }

    @Test("A task that the code starts has its time, also outside of any task")
    func started() async {
        let inside = HeldClock.at(Self.date) { Task { Date() } }
        #expect(await inside.value == Self.date)
        let thread = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: HeldClock.at(Self.date) { Task { Date() } }) }
        }
        #expect(await thread.value == Self.date)
    }

    @Test("Intervals are measured as ever")
    func intervals() {
        HeldClock.at(Self.date) {
            let start = ContinuousClock.now
            usleep(1000)
            #expect(ContinuousClock.now - start >= .milliseconds(1))
        }
    }
}
