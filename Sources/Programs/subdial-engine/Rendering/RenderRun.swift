import FoundationEssentials
import SubdialEngine
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

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
            let text = RegionsFile.text(Array(zip(jobs.map(\.name), reports)).map { (name: $0, report: $1) })
            try AtomicFile.write(Array(text.utf8), to: path)
        }
        for (job, report) in zip(jobs, reports) {
            for problem in report.problems {
                let line = "\(job.name): \(problem)"
                if told.insert(line).inserted { context.complain(line) }
            }
        }
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
