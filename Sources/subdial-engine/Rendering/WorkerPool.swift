import FoundationEssentials
import Glibc
import Subprocess
import Synchronization

/// Does numbered jobs in several processes at once.
///
/// Cairo and FreeType let one thread at a time work with fonts, so threads would wait for each other most of the time; processes do not.
/// Each process is given the number of a job as soon as it has done one, and answers with that number.
struct WorkerPool: Sendable {
    /// How many processes work.
    let count: Int
    let arguments: [String]

    /// The least number of jobs that is worth another process, which takes as long to start as some pictures to draw.
    static let leastJobs = 8

    /// As many processes as there are cores and enough jobs for, up to `limit`.
    static func count(forJobs jobs: Int, limit: Int?) -> Int {
        max(1, min(limit ?? ProcessInfo.processInfo.activeProcessorCount, jobs / leastJobs))
    }

    /// Hands the jobs out.
    ///
    /// - Parameters:
    ///   - head: The first line that each process reads.
    ///   - take: Takes a job's number and what was answered behind it; false where no more jobs are to be handed out.
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
            // A job in hand and one waiting, so that no process waits for the next line. One that has ended reads no more: its exit tells.
            var open = 0
            func send(_ bytes: some Sequence<UInt8>) async { _ = try? await input.write(Array(bytes) + [UInt8(ascii: "\n")]) }
            func next() async {
                guard let index = board.take() else { return }
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

/// The jobs that nobody has taken yet.
private final class JobBoard: Sendable {
    private let next: Mutex<Int>
    private let count: Int

    init(count: Int) {
        self.count = count
        next = Mutex(0)
    }

    /// The index of the next job; nil where there is none.
    func take() -> Int? {
        next.withLock { next in
            guard next < count else { return nil }
            defer { next += 1 }
            return next
        }
    }

    /// Hands out no more.
    func close() {
        next.withLock { $0 = count }
    }
}
