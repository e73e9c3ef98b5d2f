import FoundationEssentials
import Synchronization

/// Draws pictures in several processes in parallel.
struct PictureWorkers: Sendable {
    let pool: WorkerPool

    /// Draws the jobs and calls `done` with the name of each finished one, in the order of completion.
    ///
    /// - Returns: The result of each job, in the order of the jobs.
    /// - Throws: The failure of the first picture, by index, that could not be drawn; those before it are written.
    func draw(
        _ jobs: [PictureJob], of subject: PictureSubject, _ setting: PictureSetting, done: @Sendable @escaping (String) -> Void
    ) async throws -> [PictureReport] {
        let answers = Answers(count: jobs.count)
        let head = try JSONEncoder().encode(WorkerHead(subject: PictureSubjectMessage(subject), setting: setting, jobs: jobs))
        try await pool.work(jobs: jobs.count, head: head) { index, answer in
            let report = try WorkerAnswer(index, answer).report
            answers.put(report, at: index)
            if jobs.indices.contains(index) { done(jobs[index].name) }
            return report.status == nil
        }
        return try answers.reports()
    }
}

/// The results so far.
private final class Answers: Sendable {
    private let content: Mutex<[PictureReport?]>

    init(count: Int) {
        content = Mutex(Array(repeating: nil, count: count))
    }

    func put(_ report: PictureReport, at index: Int) {
        content.withLock { reports in
            if reports.indices.contains(index) { reports[index] = report }
        }
    }

    func reports() throws -> [PictureReport] {
        let reports = content.withLock { $0 }
        if let failed = reports.lazy.compactMap({ $0 }).first(where: { $0.status != nil }) {
            throw CommandFailure(
                failed.status.flatMap(ExitStatus.init(rawValue:)) ?? .badData, failed.message ?? "a picture cannot be drawn")
        }
        return reports.compactMap { $0 }
    }
}
