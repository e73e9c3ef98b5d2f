import ArgumentParser
import Engine
import Feeds
import Timeline

/// `subdial feed`: a line per update.
struct FeedCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Write a line whenever what plays changes, for a status bar.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("What reads the lines: waybar, i3blocks or plain.", valueName: "NAME"))
    var format = "plain"

    @Flag(help: "Write one line and end.")
    var once = false

    @Option(help: ArgumentHelp("What a line says, such as '{{ artist }} – {{ title }}'.", valueName: "EXPR"))
    var text: String?

    @Option(help: ArgumentHelp("What the tooltip says.", valueName: "EXPR"))
    var tooltip: String?

    @Option(help: ArgumentHelp("The width in columns that lines keep to.", valueName: "N"))
    var width: Int?

    @Flag(help: "Let text that is too wide move through its width.")
    var marquee = false

    @Flag(help: "List the formats.")
    var list = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        if list {
            let width = FeedFormat.all.map(\.name.count).max() ?? 0
            for format in FeedFormat.all {
                await context.write("\(format.name)\(String(repeating: " ", count: width - format.name.count))  \(format.summary)\n")
            }
            return .done
        }
        let options = try FeedOptions(format: format, text: text, tooltip: tooltip, width: width, marquee: marquee)
        for warning in options.warnings { context.complain(warning) }
        let configuration = try global.configuration(in: context)
        let address = try global.bridge(configuration)
        // Says at once what is wrong with the address itself.
        _ = try await context.hub.source(at: address)
        let session = FeedSession(
            hub: context.hub, options: options, address: address, zone: configuration.zone, resume: context.resume, logger: context.logger)
        guard once else {
            await session.run { context.print($0) }
            return .done
        }
        let (line, error) = await session.once()
        context.print(line)
        if let error { throw error }
        return .done
    }
}
