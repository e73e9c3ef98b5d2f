import ArgumentParser
import FoundationEssentials
import Logging
import SubdialEngine
import SubdialKinds
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// The options of every command.
struct GeneralOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var config: String?

    @Option(help: ArgumentHelp("The time zone for dates: Europe/Berlin, UTC, +01:00 or local.", valueName: "NAME"))
    var timeZone: String?

    @Option(
        help: ArgumentHelp("The level of the log on stderr: trace, debug, info, notice, warning, error, critical.", valueName: "LEVEL"),
        completion: CompletedValues.logLevels)
    var logLevel: String?

    @Option(help: ArgumentHelp("Colours in the output; by default on a terminal, unless NO_COLOR is set.", valueName: "WHEN"))
    var color = ColorChoice.auto

    /// The configuration from options, environment and file.
    func configuration(in context: CommandContext) throws(ConfigurationError) -> Configuration {
        try context.configuration(flags(in: context))
    }

    /// The options in the configuration's form.
    func flags(in context: CommandContext) -> Configuration.Flags {
        Configuration.Flags(config: config.map(context.path), logLevel: logLevel, timeZone: timeZone)
    }
}
