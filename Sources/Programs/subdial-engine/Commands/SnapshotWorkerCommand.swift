import ArgumentParser
import FoundationEssentials
import SubdialSnapshots
import SubdialWidgets

/// `subdial-engine snapshot-worker`: judges the snapshots whose numbers the parent process sends.
struct SnapshotWorkerCommand: InternalAction {
    static let configuration = CommandConfiguration(
        commandName: "snapshot-worker", abstract: "Compare snapshots for 'subdial snapshot'.", shouldDisplay: false)

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let first = readLine() else { return .done }
        let judgement = try JSONDecoder().decode(SnapshotJudgement.self, from: Data(first.utf8))
        let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: judgement.userTemplates)
        let suite = try SnapshotSuite(path: judgement.suite)
        let specs = try SnapshotRunner(
            suitePath: judgement.suite, selection: SnapshotSelection(), mode: .never, output: judgement.output,
            platform: judgement.platform,
            resources: resources
        ).all
        let byID = Dictionary(specs.map { ($0.id, $0) }) { first, _ in first }
        let judge = try judgement.judge(suite, resources)
        let encoder = JSONEncoder()
        while let line = readLine() {
            guard let index = Int(line), judgement.ids.indices.contains(index), let spec = byID[judgement.ids[index]] else {
                return .badData
            }
            await context.print("\(index) " + String(decoding: try encoder.encode(judge.judge(spec)), as: UTF8.self))
        }
        return .done
    }
}
