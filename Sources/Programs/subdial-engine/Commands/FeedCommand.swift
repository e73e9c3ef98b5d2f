import ArgumentParser
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTimeline

/// `subdial feed`: writes a line per update.
struct FeedCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Write a line for a status bar at every change of the playback.",
        discussion: """
            Without --once, the command runs until its output has no reader. A lost bridge or engine does not end it. In a bar, a wrong text, \
            option or configuration does not end it either: the bar shows the error until it is corrected.
            """)

    static let manual = CommandManual(
        "bars",
        [
            "subdial feed --format waybar --width 50": "Write lines for Waybar, at most 50 columns wide",
            "subdial feed --once --text '{{ title }} −{{ remaining }}'": "Print the title and the remaining time once",
            "subdial feed --kind weather --format polybar": "Write lines of a kind in place of the playback",
            "subdial feed --art ~/.cache/cover.png --on-art 'pkill -USR2 hyprlock'":
                "Keep the cover in a file, and run a command after each change",
        ])

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("The format of the lines: waybar, i3bar, polybar, tmux, json, …; --list lists all.", valueName: "NAME"),
        completion: CompletedValues.formats)
    var format = "plain"

    @Flag(help: "Print one line, and exit.")
    var once = false

    @OptionGroup(title: "Text") var line: LineOptions

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file that contains the current line, in place of stdout.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @OptionGroup(title: "Cover") var art: ArtOptions

    @OptionGroup var players: PlayersOption

    @Option(
        help: ArgumentHelp("The kind, or KIND:INSTANCE, to show in place of the playback.", valueName: "KIND"),
        completion: CompletedValues.kinds)
    var kind: String?

    @Flag(help: "List the formats.")
    var list = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        if list {
            let names = FeedFormat.all.map { ([$0.name] + $0.aliases).joined(separator: ", ") }
            let width = names.map(\.displayWidth).max() ?? 0
            for (name, format) in zip(names, FeedFormat.all) {
                await context.write("\(name.padded(columns: width))  \(format.summary)\n")
            }
            return .done
        }
        let (setup, shown) = try await firstSetup(in: context)
        for warning in setup.options.warnings(setup.schema) { context.complain(warning) }
        let artFailure = artFailure(setup)
        // A line without a cover is better than none.
        if let artFailure, !once { context.complain(artFailure.message) }
        let session = FeedSession(
            hub: context.hub, setup: setup, reconfigure: { try self.setupAgain(in: context) }, resume: shown ?? context.resume,
            logger: context.logger)
        guard once else {
            let preamble = setup.options.format.preamble
            if context.resume == nil, shown == nil, !preamble.isEmpty { await context.write(preamble) }
            await run(session, of: setup, in: context)
            return .done
        }
        // i3blocks runs the command again for each click on the block.
        if let number = context.environment["BLOCK_BUTTON"].flatMap({ Int($0) }), let button = ClickButton(number: number) {
            await session.click(button)
        }
        if setup.followed.isStdin { context.session?.requestInput() }
        let (lines, error) = await session.once(input: context.session?.input)
        if let output = setup.output {
            try AtomicFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: output)
        } else {
            for line in lines { await context.print(line) }
        }
        if let error { throw error }
        if let artFailure { throw artFailure }
        return .done
    }

    /// The setup, and the line of the error that was shown until there was one; nil if there was no error.
    private func firstSetup(in context: CommandContext) async throws -> (setup: FeedSetup, shown: String?) {
        func ready() async throws -> FeedSetup {
            let setup = try setup(in: context)
            // An invalid address is reported immediately.
            if case .players(let players) = setup.followed { _ = try await context.hub.source(at: players.address) }
            return setup
        }
        do {
            return (try await ready(), nil)
        } catch {
            let stalled = StalledFeed(format: format, columns: line.width, output: output, isOnce: once, in: context)
            let (setup, line) = try await stalled.wait(after: error, retry: ready)
            return (setup, line)
        }
    }

    /// Writes lines while the output has a reader.
    private func run(_ session: FeedSession, of setup: FeedSetup, in context: CommandContext) async {
        // A bar shows one line, so only the newest is kept.
        guard case .players(let players) = setup.followed, players.isForAll else {
            return await session.run(input: context.session?.input) { context.writeLine($0) }
        }
        let (lines, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        async let writing: Void = {
            for await line in lines { await context.print(line) }
        }()
        await session.run(input: context.session?.input) { continuation.yield($0) }
        continuation.finish()
        await writing
    }

    /// The error if the cover file cannot be written; nil if it can, or none is requested.
    private func artFailure(_ setup: FeedSetup) -> CommandFailure? {
        do throws(ArtError) {
            try setup.art?.tryOut()
            return nil
        } catch {
            return CommandFailure(art: error)
        }
    }

    /// The setup for the changed configuration; reports errors of the cover on stderr.
    private func setupAgain(in context: CommandContext) throws -> FeedSetup {
        let setup = try setup(in: context)
        if let failure = artFailure(setup) { context.complain(failure.message) }
        return setup
    }

    /// The setup from flags, environment and file; it is created again after each reload.
    func setup(in context: CommandContext) throws -> FeedSetup {
        let configuration = try global.configuration(in: context).locating(kind, in: context)
        var settings = FeedSettings()
        (settings.text, settings.tooltip, settings.width, settings.texts) = (line.text, line.tooltip, line.width, line.texts)
        settings.alt = line.alt
        if line.marquee { settings.marquee = true }
        if line.progressClass { settings.progressClass = true }
        settings.hideAfter = line.hideAfter?.seconds
        let choice = try kind.map { try KindChoice($0, configuration, try Resources.folder(configuration), in: context) }
        let options = try FeedOptions(
            format: format, settings: settings.merged(over: choice?.instance?.feed ?? configuration.settings(ofFormat: format)),
            controlCommand: controlCommand(in: context), clicks: choice?.instance == nil ? ClickActions.standard : [:],
            timeZones: configuration.timeZones(isLive: true), showsFaults: try showsFaults)
        if options.format.traits.contains(.file), output == nil {
            throw CommandFailure(.wrongUsage, "the format file writes to a file: give --output FILE")
        }
        let art = try art.settings(over: configuration.art, in: context)
        if players.all, art?.path != nil {
            throw CommandFailure(.wrongUsage, "--art holds the cover of one player: leave it or --all-players out")
        }
        return FeedSetup(
            options: options,
            following: try choice?.instance.map { .data($0) }
                ?? .players(
                    FollowedPlayers(
                        address: try global.address(configuration), zone: configuration.zone, isForAll: try players.isForAll(global),
                        zoneRules: configuration.zones, volumeRules: configuration.volume)),
            art: art,
            coverFolder: UserFolders(environment: context.environment).covers, output: output.map(context.path),
            workingFolder: context.workingFolder, configuration: configuration.path)
    }

    /// True if the line may be an error: scripts that run the command once receive only its exit code.
    private var showsFaults: Bool {
        get throws { try !once || !FeedFormat.named(format).traits.contains(.scripts) }
    }

    /// The command that a bar runs for a click, with this feed's flags that select what it shows.
    ///
    /// A bar may run it in another folder, so that its paths are absolute.
    private func controlCommand(in context: CommandContext) -> ClickCommand {
        func words(_ flags: [(String, String?)]) -> [String] { flags.flatMap { name, value in value.map { [name, $0] } ?? [] } }
        return ClickCommand(
            source: words([
                ("--bridge", global.source.bridge),
                ("--source", global.source.source.map { Configuration.absolute($0, in: context.workingFolder) }),
                ("--player", global.source.player), ("--ignore-player", global.source.ignorePlayer),
                ("--config", global.general.config.map(context.path)),
            ]),
            // A bar runs the clicks in a folder of its own.
            subject: words([("--kind", kind.map { $0.contains("/") ? context.path($0) : $0 }), ("--zone", global.source.zone)]))
    }
}

/// The options of the lines: texts, also for particular states, and the width.
struct LineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The text of a line, such as '{{ artist }} – {{ title }}'.", valueName: "EXPR"))
    var text: String?

    @Option(help: ArgumentHelp("The text of the tooltip.", valueName: "EXPR"))
    var tooltip: String?

    @Option(help: ArgumentHelp("Waybar's alt, the key for format-icons, such as '{{ player }}' (default: the status).", valueName: "EXPR"))
    var alt: String?

    @Option(help: ArgumentHelp("The text while a track plays.", valueName: "EXPR"))
    var textPlaying: String?
    @Option(help: ArgumentHelp("The text while a track is paused.", valueName: "EXPR"))
    var textPaused: String?
    @Option(help: ArgumentHelp("The text while nothing plays.", valueName: "EXPR"))
    var textStopped: String?
    @Option(help: ArgumentHelp("The text while a track loads.", valueName: "EXPR"))
    var textLoading: String?
    @Option(help: ArgumentHelp("The text while the source is unreachable.", valueName: "EXPR"))
    var textOffline: String?
    @Option(help: ArgumentHelp("The text while the zone does not exist.", valueName: "EXPR"))
    var textZoneMissing: String?

    @Option(help: ArgumentHelp("The maximum width of a line in columns, 1 to 200.", valueName: "N"))
    var width: Int?

    @Flag(help: "Scroll a text that is wider than the width, which is 40 columns by default.")
    var marquee = false

    @Flag(help: "Add the progress as a class: p0 to p100.")
    var progressClass = false

    @Option(
        help: ArgumentHelp(
            "Hide a track that is paused for this long, such as 30s, 10m or 1h; none never hides it.", valueName: "TIME"))
    var hideAfter: HidingTime?

    /// The texts by the name of the state.
    fileprivate var texts: [String: String] {
        let given: [(FeedState, String?)] = [
            (.playing, textPlaying), (.paused, textPaused), (.stopped, textStopped), (.loading, textLoading), (.offline, textOffline),
            (.zoneMissing, textZoneMissing),
        ]
        return Dictionary(uniqueKeysWithValues: given.compactMap { state, text in text.map { (state.rawValue, $0) } })
    }
}

/// The time after which a paused track is hidden: `30s`, `10m`, `1h`, a plain number of seconds, or `none`.
struct HidingTime: ExpressibleByArgument {
    /// Infinite for never.
    fileprivate let seconds: Double

    init?(argument: String) {
        guard let seconds = TimeLength.patience(argument) else { return nil }
        self.seconds = seconds
    }
}

/// The options of the cover file.
struct ArtOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The file for the cover, a square PNG, for image modules.", valueName: "FILE"),
        completion: .file())
    var art: String?

    @Option(help: ArgumentHelp("The size of the cover in pixels (default: 512).", valueName: "N"))
    var artSize: Int?

    @Option(
        help: ArgumentHelp(
            "The content of the file without a cover: none for no file, transparent, or a picture.", valueName: "none|transparent|FILE"))
    var artPlaceholder: String?

    @Option(help: ArgumentHelp("A shell command to run after each change of the cover; SUBDIAL_ART has the path.", valueName: "COMMAND"))
    var onArt: String?

    /// The settings of the flags over those of the file; nil if neither requests a picture.
    fileprivate func settings(over configured: ArtSettings?, in context: CommandContext) throws(CommandFailure) -> ArtSettings? {
        if let artSize, !ArtSettings.sides.contains(artSize) {
            throw CommandFailure(
                .wrongUsage, "--art-size takes \(ArtSettings.sides.lowerBound) to \(ArtSettings.sides.upperBound) pixels, not \(artSize)")
        }
        guard configured != nil || art != nil || artSize != nil || artPlaceholder != nil || onArt != nil else { return nil }
        var settings = configured ?? ArtSettings()
        if let art { settings.path = context.path(art) }
        if let artSize { settings.side = artSize }
        if let artPlaceholder {
            settings.placeholder = .init(word: artPlaceholder)
            if case .file(let path) = settings.placeholder { settings.placeholder = .file(context.path(path)) }
        }
        if let onArt { settings.command = onArt }
        // The file may configure a command for feeds that specify a file.
        guard onArt != nil || artPlaceholder != nil else { return settings }
        do throws(ArtError) {
            try settings.check()
        } catch {
            throw CommandFailure(art: error)
        }
        return settings
    }
}

extension CommandFailure {
    fileprivate init(art error: ArtError) {
        switch error {
        case .commandWithoutFile, .placeholderWithoutFile: self.init(.wrongUsage, error.description)
        case .unreadablePlaceholder: self.init(.missingInput, error.description)
        case .unwritable: self.init(.cannotWrite, error.description)
        }
    }
}
