import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialSimulator
import SubdialWidgets

/// The scenarios that are part of Subdial.
struct Scenarios {
    static let standard = "living-room"

    private let folder: String

    init(_ configuration: Configuration) throws(WidgetError) {
        let templates = try Resources.folder(configuration).path
        folder = URL(filePath: templates).deletingLastPathComponent().appending(path: "Fixtures/scenarios").path
    }

    /// The names of the scenarios; empty if they cannot be read.
    var names: [String] { (try? Scenario.list(in: folder).map(\.name)) ?? [] }

    /// The scenarios, one line each.
    func listing() throws(CommandFailure) -> String {
        let scenarios: [(name: String, summary: String)]
        do {
            scenarios = try Scenario.list(in: folder)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
        let width = scenarios.map(\.name.displayWidth).max() ?? 0
        return scenarios.map { "\($0.name.padded(columns: width))  \($0.summary)\n" }.joined()
    }

    /// The scenario with a name, or in a file.
    func load(_ name: String, in context: CommandContext) throws(CommandFailure) -> Scenario {
        let isFile = name.contains("/") || name.hasSuffix(".yaml")
        let path = isFile ? context.path(name) : "\(folder)/\(name).yaml"
        guard FileManager.default.fileExists(atPath: path) else {
            if isFile { throw CommandFailure(.missingInput, "\(name): there is no such scenario file") }
            let hint = Suggestion.hint(for: name, among: names)
            throw CommandFailure(
                .wrongUsage, "there is no scenario '\(name)'\(hint)\(hint.isEmpty ? ";" : "") 'subdial simulate --list' lists them")
        }
        do {
            return try Scenario.load(path)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}
