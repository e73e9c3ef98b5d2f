import FoundationEssentials
import SubdialDrawing
import SubdialEngine
import SubdialWidgets

/// The names in the installed files and in those of the user, for completions; empty if they cannot be read.
struct InstalledValues {
    private let configuration: Configuration?
    private let resources: ResourceFolder?

    /// - Parameter words: The words of the command line, which may contain `--config`.
    init(_ words: [String]) {
        let (environment, folder) = (ProcessInfo.processInfo.environment, FileManager.default.currentDirectoryPath)
        let file = zip(words, words.dropFirst()).first { $0.0 == "--config" }?.1
        configuration = try? Configuration(
            Configuration.Flags(config: file.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }), environment: environment, folder: folder)
        resources = try? ResourceFolder.find(executable: CommandContext.executable, userPath: configuration?.templates)
    }

    /// The kinds, and their configured instances.
    var kinds: [String] {
        guard let resources else { return [] }
        let names = Set(resources.kinds.kindNames + TemplateStore(resources: resources).kinds)
        return names.sorted() + (configuration?.kinds ?? []).compactMap { kind in kind.id.map { "\(kind.kind):\($0)" } }
    }

    var devices: [String] { resources.flatMap { try? WidgetRenderer.catalog($0).devices.map(\.id) } ?? [] }

    var themes: [String] { resources?.themeNames ?? [] }

    var palettes: [String] { resources.flatMap { try? InkPalettes($0).palettes.map(\.name) } ?? [] }

    var scenarios: [String] { configuration.flatMap { try? Scenarios($0).names } ?? [] }
}
