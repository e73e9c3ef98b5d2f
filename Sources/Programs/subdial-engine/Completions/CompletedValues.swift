import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import SubdialDocuments
import SubdialDrawing
import SubdialEngine
import SubdialEngineWire
import SubdialFeeds
import SubdialTimeline
import SubdialWidgets

/// The values that shells complete, from the same lists from which the commands accept them.
///
/// Lists that depend on the user's files or on a source are read when a shell requests them.
enum CompletedValues {
    // MARK: Fixed lists

    static let formats = CompletionKind.list(FeedFormat.names)
    static let bars = CompletionKind.list(BarSetup.all.compactMap(\.names.first))
    static let presentations = CompletionKind.list(ActivityPresentation.allCases.map(\.rawValue))
    static let depths = CompletionKind.list(PanelOptions.depths.map(String.init))
    static let dithers = CompletionKind.list(DitherMethod.allCases.map(\.rawValue))
    static let rotations = CompletionKind.list(InkRotation.allCases.map { "\($0.rawValue)" })
    static let sources = CompletionKind.list(["auto", "bridge", "mpd", "mpris", "vlc"])
    static let logLevels = CompletionKind.list(Logger.Level.allCases.map(\.rawValue))
    static let officials = CompletionKind.list(["manager", "assistant-manager", "coach", "physio", "doctor"])
    static let channels = CompletionKind.list(["output", "input"])
    static let actions = CompletionKind.list(ControlRequest.actions)

    /// The words of an axis.
    static func of(_ axis: LookAxis) -> CompletionKind { .list(words(of: axis)) }

    /// Several words of an axis, separated by commas.
    static func list(of axis: LookAxis) -> CompletionKind { list { _ in words(of: axis) } }

    private static func words(of axis: LookAxis) -> [String] { if case .words(let words) = axis.form { words } else { [] } }

    // MARK: Files

    static let kinds = single { InstalledValues($0).kinds }
    static let device = single { InstalledValues($0).devices }
    static let devices = list { InstalledValues($0).devices }
    static let theme = single { InstalledValues($0).themes }
    static let themes = list { InstalledValues($0).themes }
    static let palettes = single { InstalledValues($0).palettes }
    static let scenarios = single { InstalledValues($0).scenarios }

    // MARK: The running engine

    static let zones = single { EngineZones(words: $0).names }

    /// The value of an action of `subdial control`.
    static let actionValues = single { words in
        switch words.dropLast().last {
        case "zone"?: ["active", "next", "previous"] + EngineZones(words: words).names
        case "loop"?: ControlRequest.loopWords.sorted()
        case "consume"?, "single"?: ControlRequest.queueModeWords.sorted()
        case "mute"?, "shuffle"?: ["off", "on", "toggle"]
        case "volume"?: ["down", "up"]
        default: []
        }
    }

    // MARK: Forms

    /// - Parameter names: Returns the values for the words of the command line up to the completed one.
    private static func single(_ names: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
        .custom { words, index, _ in ShellCandidates.escaped(names(Array(words.prefix(index + 1)))) }
    }

    /// Values separated by commas, or `all`.
    private static func list(_ names: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
        .custom { words, index, prefix in
            let word = words.indices.contains(index) ? words[index] : prefix
            return ShellCandidates.escaped(commaSeparated(names(words), after: word))
        }
    }

    /// The completions of a comma-separated list: its complete names, followed by one more that it does not have.
    private static func commaSeparated(_ names: [String], after word: String) -> [String] {
        guard let comma = word.lastIndex(of: ",") else { return names + ["all"] }
        let given = word[..<comma].split(separator: ",").map(String.init)
        return names.filter { !given.contains($0) }.map { "\(word[...comma])\($0)" }
    }
}

/// Completions in the form in which the script of each shell reads them.
///
/// Names of zones come from sources. bash expands the words that a completion function receives: without escaping, it would run a
/// command substitution in a name.
enum ShellCandidates {
    /// The completions for the shell that requests them; names of several lines are omitted.
    fileprivate static func escaped(_ names: [String]) -> [String] {
        let names = names.filter { !$0.contains(where: \.isNewline) }
        return switch CompletionShell.requesting {
        case CompletionShell.bash?: names.map { escaped($0) { !isPlain($0) } }
        // A colon begins a description.
        case CompletionShell.zsh?: names.map { escaped($0) { $0 == ":" || $0 == "\\" } }
        default: names
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || " -_.,/:".contains(character)
    }

    private static func escaped(_ name: String, _ isSpecial: (Character) -> Bool) -> String {
        name.reduce(into: "") { text, character in text += isSpecial(character) ? "\\\(character)" : "\(character)" }
    }
}

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
    fileprivate var kinds: [String] {
        guard let resources else { return [] }
        let names = Set(resources.kinds.kindNames + TemplateStore(resources: resources).kinds)
        return names.sorted() + (configuration?.kinds ?? []).compactMap { kind in kind.id.map { "\(kind.kind):\($0)" } }
    }

    fileprivate var devices: [String] { resources.flatMap { try? WidgetRenderer.catalog($0).devices.map(\.id) } ?? [] }

    fileprivate var themes: [String] { resources?.themeNames ?? [] }

    fileprivate var palettes: [String] { resources.flatMap { try? InkPalettes($0).palettes.map(\.name) } ?? [] }

    fileprivate var scenarios: [String] { configuration.flatMap { try? Scenarios($0).names } ?? [] }
}

/// The zones that the running engine lists, for completions.
///
/// No engine is started, and a slow one is not waited for.
struct EngineZones {
    /// The timeout, in milliseconds.
    private static let patience = 700
    /// The options that select the source, which the engine needs too.
    private static let options = ["--bridge", "--source", "--player", "--ignore-player", "--config"]

    /// The names; empty if no engine runs, or if it does not answer in time.
    let names: [String]

    /// - Parameter words: The words of the command line.
    init(words: [String]) { names = (try? Self.names(words)) ?? [] }

    private static func names(_ words: [String]) throws -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let place = try SocketPlace.of(user: geteuid()) { environment[$0] }
        guard var engine = try EngineConnection(to: place, patience: patience) else { return [] }
        var flags: [String] = []
        for (word, next) in zip(words, words.dropFirst()) where options.contains(word) { flags += [word, unquoted(next)] }
        let request = FrontRequest(
            arguments: ["zones", "--json"] + flags, workingFolder: FileManager.default.currentDirectoryPath,
            environment: environment.map { EnvironmentVariable(name: $0.key, value: $0.value) }.filter(\.counts))
        let reply = try engine.ask(request)
        guard reply.code == 0, case .array(let zones) = try JSONValue(parsing: reply.output) else { return [] }
        return zones.compactMap { $0["name"]?.string }
    }

    /// A word of a shell without its quotes.
    private static func unquoted(_ word: String) -> String { word.filter { $0 != "'" && $0 != "\"" && $0 != "\\" } }
}
