import ArgumentParser
import Logging
import SubdialDrawing
import SubdialEngine
import SubdialEngineWire
import SubdialFeeds
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// The values that shells complete, from the same lists from which the commands accept them.
///
/// Lists that depend on the user's files or on a source are read when a shell requests them.
enum CompletedValues {
    // MARK: Fixed lists

    static let formats = CompletionKind.list(FeedFormat.names)
    static let bars = CompletionKind.list(BarSetup.all.compactMap(\.names.first))
    static let families = CompletionKind.list(WidgetFamily.allCases.map(\.rawValue))
    static let appearances = CompletionKind.list(Appearance.allCases.map(\.rawValue))
    static let mode = CompletionKind.list(modeNames)
    static let modes = list { _ in modeNames }
    static let typeSize = CompletionKind.list(typeSizeNames)
    static let typeSizes = list { _ in typeSizeNames }
    static let placements = CompletionKind.list(WidgetPlacement.allCases.map(\.rawValue))
    static let redactions = CompletionKind.list(Redaction.allCases.map(\.rawValue))
    static let directions = CompletionKind.list(LayoutDirection.allCases.map(\.rawValue))
    static let presentations = CompletionKind.list(ActivityPresentation.allCases.map(\.rawValue))
    static let depths = CompletionKind.list(PanelOptions.depths.map(String.init))
    static let dithers = CompletionKind.list(DitherMethod.allCases.map(\.rawValue))
    static let rotations = CompletionKind.list(InkRotation.allCases.map { "\($0.rawValue)" })
    static let sources = CompletionKind.list(["auto", "bridge", "mpd", "mpris", "vlc"])
    static let logLevels = CompletionKind.list(Logger.Level.allCases.map(\.rawValue))
    static let officials = CompletionKind.list(["manager", "assistant-manager", "coach", "physio", "doctor"])
    static let channels = CompletionKind.list(["output", "input"])
    static let actions = CompletionKind.list(ControlRequest.actions)

    private static let modeNames = RenderingMode.allCases.map(\.rawValue)
    private static let typeSizeNames = TypeSize.allCases.map(\.rawValue)

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
        case "loop"?: ["none", "playlist", "track"]
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
