import FoundationEssentials
import Glibc
import Subprocess
import Synchronization

/// Draws pictures in several processes at once.
///
/// Cairo and FreeType let one thread at a time work with fonts, so threads would wait for each other most of the time; processes do not.
/// Each process is given the number of a job as soon as it has done one, and answers with that number.
struct PictureWorkers: Sendable {
    /// How many processes draw.
    let count: Int
    let arguments: [String]

    /// The least number of pictures that is worth another process, which takes as long to start as some pictures to draw.
    static let leastJobs = 8

    /// As many processes as there are cores and enough pictures for, up to `limit`.
    static func count(forJobs jobs: Int, limit: Int?) -> Int {
        max(1, min(limit ?? ProcessInfo.processInfo.activeProcessorCount, jobs / leastJobs))
    }

    /// Hands the jobs out and calls `done` with the name of each that is finished, in the order in which they finish.
    ///
    /// - Returns: What came of each job, in their order.
    /// - Throws: The failure of the first picture, by index, that could not be drawn; those before it are written.
    func draw(
        _ jobs: [PictureJob], of subject: PictureSubject, _ setting: PictureSetting, done: @Sendable @escaping (String) -> Void
    ) async throws -> [PictureReport] {
        let board = JobBoard(count: jobs.count)
        let head = try JSONEncoder().encode(WorkerHead(subject: subject, setting: setting, jobs: jobs))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { try await work(on: board, head: head) { done(jobs[$0].name) } } }
            try await group.waitForAll()
        }
        return try board.reports()
    }

    private func work(on board: JobBoard, head: Data, done: (Int) -> Void) async throws {
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
                let answer = try WorkerAnswer(line)
                board.put(answer.report, at: answer.index)
                done(answer.index)
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

/// The jobs that nobody has taken yet, and what came of the others.
private final class JobBoard: Sendable {
    private struct State {
        var next = 0
        var reports: [PictureReport?]
        var hasFailed = false
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(reports: Array(repeating: nil, count: count)))
    }

    /// The index of the next job; nil where there is none, or one has failed.
    func take() -> Int? {
        state.withLock { state in
            guard state.next < state.reports.count, !state.hasFailed else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func put(_ report: PictureReport, at index: Int) {
        state.withLock { state in
            if state.reports.indices.contains(index) { state.reports[index] = report }
            if report.status != nil { state.hasFailed = true }
        }
    }

    func reports() throws -> [PictureReport] {
        let reports = state.withLock(\.reports)
        if let failed = reports.lazy.compactMap({ $0 }).first(where: { $0.status != nil }) {
            throw CommandFailure(
                failed.status.flatMap(ExitStatus.init(rawValue:)) ?? .badData, failed.message ?? "a picture cannot be drawn")
        }
        return reports.compactMap { $0 }
    }
}
