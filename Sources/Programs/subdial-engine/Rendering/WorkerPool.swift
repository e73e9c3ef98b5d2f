import FoundationEssentials
import Glibc
import SubdialBasics
import Subprocess
import Synchronization

/// Runs numbered jobs in several processes in parallel.
///
/// Cairo and FreeType serialize work with fonts, so threads would block each other most of the time; processes do not. Each process
/// receives the number of the next job as soon as it has completed one, and returns the number.
struct WorkerPool: Sendable {
    /// The number of processes.
    let count: Int
    let arguments: [String]

    /// The minimum number of jobs per process; a process takes as long to start as several pictures take to draw.
    private static let leastJobs = 8

    /// The number of processes for the jobs: at most the number of cores, or `limit`.
    static func count(forJobs jobs: Int, limit: Int?) -> Int {
        max(1, min(limit ?? ProcessInfo.processInfo.activeProcessorCount, jobs / leastJobs))
    }

    /// Distributes the jobs.
    ///
    /// - Parameters:
    ///   - head: The first line for each process.
    ///   - take: Receives a job's number and the rest of the response; returns false to stop the distribution.
    func work(jobs: Int, head: Data, take: @Sendable @escaping (Int, String) throws -> Bool) async throws {
        let board = JobBoard(count: jobs)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { try await work(on: board, head: head, take: take) } }
            try await group.waitForAll()
        }
    }

    private func work(on board: JobBoard, head: Data, take: (Int, String) throws -> Bool) async throws {
        let outcome = try await run(
            .path(.init(CommandContext.executable)), arguments: Arguments(arguments), input: .inputWriter, output: .sequence,
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ) { process in
            let input = process.standardInputWriter
            // Each process has one running and one queued job, so that it never waits for the next line. A write to a process that has
            // ended fails, which is ignored here: its exit status is checked later.
            var open = 0
            func send(_ bytes: some Sequence<UInt8>) async { _ = try? await input.write(Array(bytes) + [UInt8(ascii: "\n")]) }
            func next() async {
                guard let index = board.next() else { return }
                open += 1
                await send("\(index)".utf8)
            }
            await send(head)
            await next()
            await next()
            if open == 0 { try? await input.finish() }
            for try await line in process.standardOutput.strings() {
                let parts = line.split(separator: " ", maxSplits: 1)
                guard let index = parts.first.flatMap({ Int($0) }) else {
                    throw CommandFailure(.badData, "a process that works for this one answered '\(line.prefix(80))'")
                }
                if try !take(index, parts.count > 1 ? String(parts[1]) : "") { board.close() }
                open -= 1
                await next()
                if open == 0 { try? await input.finish() }
            }
        }
        guard outcome.terminationStatus.isSuccess else {
            throw CommandFailure(.cannotWrite, "a process that drew pictures ended too early: \(outcome.terminationStatus)")
        }
    }
}

/// The jobs that are not taken yet.
private final class JobBoard: Sendable {
    private let position: Mutex<Int>
    private let count: Int

    init(count: Int) {
        self.count = count
        position = Mutex(0)
    }

    /// The index of the next job; nil if there is none.
    func next() -> Int? {
        position.withLock { next in
            guard next < count else { return nil }
            defer { next += 1 }
            return next
        }
    }

    /// Stops the distribution.
    func close() {
        position.withLock { $0 = count }
    }
}
