import ArgumentParser
import FoundationEssentials
import SubdialPlayback
import SubdialWidgets

/// `subdial-engine render-worker`: draws the pictures whose numbers the parent process sends.
struct RenderWorkerCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "render-worker", abstract: "Draw pictures for 'subdial render'.", shouldDisplay: false)

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let first = readLine() else { return .done }
        let head = try JSONDecoder().decode(WorkerHead.self, from: Data(first.utf8))
        let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: head.setting.userTemplates)
        let renderer = try WidgetRenderer(resources: resources)
        let subject = try head.subject.subject(resources.kinds.schemas)
        while let line = readLine() {
            guard let index = Int(line), head.jobs.indices.contains(index) else { return .badData }
            var report: PictureReport
            do {
                report = try head.jobs[index].draw(subject, head.setting, on: WidgetCanvas(renderer)) { _ in }
                // Workers do not report the next change, and report tap regions only on request.
                if !head.setting.tellsRegions { report = PictureReport(problems: report.problems) }
            } catch {
                let failure = CommandFailure(error)
                report = PictureReport(status: failure.status.rawValue, message: failure.message)
            }
            await context.print(try WorkerAnswer(index, report).line())
        }
        return .done
    }
}
