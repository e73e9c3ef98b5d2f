import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialSystem
import SubdialTimeline
import SubdialWidgets
import Synchronization

/// Draws the pictures of a plan, repeatedly if necessary.
final class RenderRun {
    let plan: RenderPlan
    private let resources: ResourceFolder
    private let context: CommandContext
    /// The renderer, created for the first picture that this process draws itself.
    private var renderer: WidgetRenderer?
    /// The canvases of pictures that are drawn repeatedly, by name.
    private var canvases: [String: WidgetCanvas] = [:]
    /// The maximum number of canvases: each stores the pixels of its picture.
    private static let maximumCanvases = 16
    /// The warnings printed so far, which are not repeated.
    private var told: Set<String> = []

    init(plan: RenderPlan, resources: ResourceFolder, context: CommandContext) {
        self.plan = plan
        self.resources = resources
        self.context = context
    }

    /// Draws and writes all pictures.
    ///
    /// - Parameters:
    ///   - processes: The maximum number of parallel processes; nil for the number of cores.
    ///   - isRepeated: True if the same pictures will be drawn again; then only the differences are drawn.
    /// - Returns: The time at which one of them changes by itself; nil for never.
    func draw(_ subject: PictureSubject, processes: Int?, isRepeated: Bool = false) async throws -> Date? {
        let jobs = plan.jobs
        let elapsed = ElapsedTime()
        let pool = WorkerPool(count: WorkerPool.count(forJobs: jobs.count, limit: processes), arguments: ["render-worker"])
        let progress = ProgressLine(total: jobs.count)
        defer { progress.finish() }
        let reports =
            pool.count > 1
            ? try await PictureWorkers(pool: pool).draw(jobs, of: subject, plan.setting) { progress.advance($0) }
            : try drawHere(jobs, subject, isRepeated: isRepeated, progress)
        if let path = plan.regionsPath {
            try RegionsFile.write(Array(zip(jobs.map(\.name), reports)).map { (name: $0, report: $1) }, to: path)
        }
        for (job, report) in zip(jobs, reports) {
            for problem in report.problems {
                let line = "\(job.name): \(problem)"
                if told.insert(line).inserted { context.complain(line) }
            }
        }
        // A picture that several jobs show is reported once.
        context.pictureReports.report(reports.flatMap(\.pictures))
        progress.finish()
        if jobs.count > 1, !isRepeated { context.conclude("\(jobs.count) pictures in \(plan.output), \(elapsed.text)") }
        return reports.compactMap(\.nextChange).min()
    }

    private func drawHere(_ jobs: [PictureJob], _ subject: PictureSubject, isRepeated: Bool, _ progress: ProgressLine) throws
        -> [PictureReport]
    {
        let renderer = try renderer ?? WidgetRenderer(resources: resources, catalog: plan.catalog)
        self.renderer = renderer
        return try jobs.map { job in
            let canvas = canvases[job.name] ?? WidgetCanvas(renderer)
            if isRepeated, canvases.count < Self.maximumCanvases { canvases[job.name] = canvas }
            let report = try job.draw(subject, plan.setting, on: canvas) { context.write($0) }
            progress.advance(job.name)
            return report
        }
    }
}

extension EntryProvider.Scene {
    /// The cover of an entry; nil if there is none.
    func widgetCover(of entry: Entry) async -> Cover? {
        await cover(of: entry).map { Cover(key: $0.key, bytes: $0.bytes) }
    }
}

/// The file with the tap regions of pictures, for programs that show them, such as eww or a web page.
enum RegionsFile {
    /// Writes the file.
    static func write(_ pictures: [(name: String, report: PictureReport)], to path: String) throws {
        try AtomicFile.write(Array(text(pictures).utf8), to: path)
    }

    /// The JSON text: for each picture its size in points, its scale in pixels per point, and a rectangle per intent.
    static func text(_ pictures: [(name: String, report: PictureReport)]) -> String {
        let list = pictures.map { name, report in
            JSONValue.object([
                JSONMember("file", .string(name)), JSONMember("width", number(report.width)), JSONMember("height", number(report.height)),
                JSONMember("scale", number(report.scale)),
                JSONMember(
                    "regions", .array(report.regions.map { .object($0.members()) })),
            ])
        }
        return JSONValue.object([JSONMember("pictures", .array(list))]).text() + "\n"
    }

    private static func number(_ value: Double) -> JSONValue {
        value == value.rounded() && value.magnitude < 1e15 ? .integer(Int64(saturating: value)) : .double(value)
    }
}

/// Draws pictures in several processes in parallel.
struct PictureWorkers: Sendable {
    let pool: WorkerPool

    /// Draws the jobs and calls `done` with the name of each finished one, in the order of completion.
    ///
    /// - Returns: The result of each job, in the order of the jobs.
    /// - Throws: The failure of the first picture, by index, that could not be drawn; those before it are written.
    fileprivate func draw(
        _ jobs: [PictureJob], of subject: PictureSubject, _ setting: PictureSetting, done: @Sendable @escaping (String) -> Void
    ) async throws -> [PictureReport] {
        let answers = Answers(count: jobs.count)
        let head = try JSONEncoder().encode(WorkerHead(subject: PictureSubjectMessage(subject), setting: setting, jobs: jobs))
        try await pool.work(jobs: jobs.count, head: head) { index, answer in
            let report = try WorkerAnswer(index, answer).report
            answers.set(report, at: index)
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

    func set(_ report: PictureReport, at index: Int) {
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

/// The first line of a worker's input: all jobs; the following lines are indices of jobs.
struct WorkerHead: Codable {
    let subject: PictureSubjectMessage
    let setting: PictureSetting
    let jobs: [PictureJob]
}

/// A worker's response: the index of the job, followed by a report unless it is empty.
struct WorkerAnswer {
    let index: Int
    fileprivate let report: PictureReport

    init(_ index: Int, _ report: PictureReport) {
        self.index = index
        self.report = report
    }

    /// Parses the part of a response after the index.
    init(_ index: Int, _ answer: String) throws {
        self.index = index
        report = answer.isEmpty ? PictureReport() : try JSONDecoder().decode(PictureReport.self, from: Data(answer.utf8))
    }

    func line() throws -> String {
        guard report != PictureReport() else { return "\(index)" }
        return "\(index) " + String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    }
}

/// A progress bar on one line of the terminal, which is redrawn and finally erased.
///
/// It writes nothing if stderr is not a terminal.
final class ProgressLine: Sendable {
    private struct State {
        var done = 0
        var drawn: ContinuousClock.Instant?
    }

    private let total: Int
    private let isShown: Bool
    private let state = Mutex(State())

    /// Block elements in eighths of a cell, for a smooth bar.
    private static let eighths = Array(" ▏▎▍▌▋▊▉█")
    private static let width = 28
    /// The minimum time between two updates; more frequent ones would not be visible.
    private static let interval = Duration.milliseconds(50)

    init(total: Int) {
        self.total = total
        isShown = total > 1 && isatty(STDERR_FILENO) == 1
    }

    /// Adds a completed job, `name`.
    func advance(_ name: String) {
        guard isShown else { return }
        let line: String? = state.withLock { state in
            state.done += 1
            let now = ContinuousClock.now
            guard state.drawn.map({ now - $0 >= Self.interval }) ?? true else { return nil }
            state.drawn = now
            return Self.line(state.done, of: total, name)
        }
        if let line { Self.write("\r\u{1B}[K" + line) }
    }

    /// Erases the line.
    func finish() {
        // Only once: what is written after the line must not be erased.
        guard isShown, state.withLock({ $0.drawn.take() != nil }) else { return }
        Self.write("\r\u{1B}[K")
    }

    /// The bar, the count, and the name of the last completed job.
    private static func line(_ done: Int, of total: Int, _ name: String) -> String {
        let filled = total > 0 ? min(done * width * 8 / total, width * 8) : 0
        let (whole, rest) = (filled / 8, filled % 8)
        let bar = String(repeating: "█", count: whole) + (whole < width ? String(eighths[rest]) : "")
        let room = String(repeating: " ", count: width - min(width, whole + 1))
        return "\(bar)\(room) \(done)/\(total) \(name)"
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, bytes.count) }
    }
}
