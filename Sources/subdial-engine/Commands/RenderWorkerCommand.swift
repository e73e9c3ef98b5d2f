import ArgumentParser
import FoundationEssentials
import Widgets

/// `subdial-engine render-worker`: draws the pictures that another process hands it, a line of JSON each.
struct RenderWorkerCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "render-worker", abstract: "Draw the pictures that 'subdial render' hands out.", shouldDisplay: false)

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let first = readLine() else { return .done }
        let head = try JSONDecoder().decode(WorkerHead.self, from: Data(first.utf8))
        let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: head.setting.userTemplates)
        let renderer = try WidgetRenderer(resources: resources)
        while let line = readLine() {
            let report: PictureReport
            do {
                let job = try JSONDecoder().decode(PictureJob.self, from: Data(line.utf8))
                report = try job.draw(head.subject, head.setting, with: renderer) { _ in }
            } catch {
                let failure = CommandFailure(error)
                report = PictureReport(status: failure.status.rawValue, message: failure.message)
            }
            context.print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
        }
        return .done
    }
}
