import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialConcurrency

@Suite struct SharedWorkTests {
    private enum Failure: Error {
        case cancelled, refused
    }

    @Test func isDoneOnceForAll() async throws {
        let shared = SharedWork<String, Int, Failure>(cancelled: .cancelled)
        let runs = Runs()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<10 {
                group.addTask {
                    try await shared.value(for: "key") {
                        runs.count.add(1, ordering: .relaxed)
                        _ = await gate.first { _ in true }
                        return .success(42)
                    }
                }
                // All callers wait before the work can end.
                while shared.waiting(for: "key") <= index { await Task.yield() }
            }
            opening.yield()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 42, count: 10))
        #expect(runs.count.load(ordering: .relaxed) == 1)
        #expect(shared.waiting(for: "key") == 0)
    }

    @Test func oneLeavesAndTheOthersStay() async throws {
        let shared = SharedWork<String, Int, Failure>(cancelled: .cancelled)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let work: @Sendable () async -> Result<Int, Failure> = {
            _ = await gate.first { _ in true }
            return Task.isCancelled ? .failure(.cancelled) : .success(1)
        }
        let leaving = Task { try await shared.value(for: "key", work) }
        while shared.waiting(for: "key") < 1 { await Task.yield() }
        let staying = Task { try await shared.value(for: "key", work) }
        while shared.waiting(for: "key") < 2 { await Task.yield() }
        leaving.cancel()
        await #expect(throws: Failure.cancelled) { try await leaving.value }
        opening.yield()
        #expect(try await staying.value == 1)
    }

    @Test func nobodyIsLeft() async throws {
        let shared = SharedWork<String, Int, Failure>(cancelled: .cancelled)
        let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
        let task = Task {
            try await shared.value(for: "key") {
                await untilCancelled()
                ending.yield(Task.isCancelled)
                return .success(1)
            }
        }
        while shared.waiting(for: "key") < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: Failure.cancelled) { try await task.value }
        #expect(await ends.first { _ in true } == true)
        // The next job starts again, and does not get the result of the previous one.
        #expect(try await shared.value(for: "key") { .success(2) } == 2)
    }

    @Test func failuresAreShared() async {
        let shared = SharedWork<Int, Int, Failure>(cancelled: .cancelled)
        await #expect(throws: Failure.refused) { try await shared.value(for: 1) { .failure(.refused) } }
    }
}

/// Counts how often a work is done.
private final class Runs: Sendable {
    let count = Atomic(0)
}
