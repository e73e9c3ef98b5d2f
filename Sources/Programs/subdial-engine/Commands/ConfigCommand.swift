import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialFeeds
import SubdialWidgets

/// `subdial config`: checks the configuration, and exports or imports the format that is shared with other programs.
struct ConfigCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check the configuration, or exchange it with phones and watches.",
        subcommands: [Check.self, Export.self, Import.self])

    static let manual = CommandManual(
        "configuration",
        [
            "subdial config check": "Report all errors of the configuration",
            "subdial config export > subdial.json": "Export the bridge and the zones",
        ])

    struct Check: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Report all errors of the configuration, with file, line and column.")

        static let manual = CommandManual(
            "configuration",
            [
                "subdial config check": "Check the configuration of the user",
                "subdial config check --config ./config.yaml": "Check another file",
            ])
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            let path = try Configuration.path(global.flags(in: context), environment: context.environment, folder: context.workingFolder)
            var check = ConfigurationCheck(path: path)
            if let theme = check.theme {
                do {
                    let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: check.templates)
                    _ = try Theme(named: theme, in: resources)
                } catch {
                    check.add("\(error)", to: "theme")
                }
            }
            if check.problems.isEmpty, let configuration = try? global.configuration(in: context) {
                let files = ConfiguredFiles(configuration, environment: context.environment)
                for problem in files.problems { check.add(problem.message, to: problem.key) }
                if let mqtt = configuration.mqtt {
                    for problem in mqtt.fieldProblems(try Resources.folder(configuration).kinds) { check.add(problem, to: "mqtt") }
                }
            }
            await context.write(check.text)
            guard check.problems.isEmpty else { return .badData }
            // The check includes flags and environment variables.
            let configuration = try global.configuration(in: context)
            for format in FeedFormat.all {
                _ = try FeedOptions(format: format.name, settings: configuration.settings(ofFormat: format.name))
            }
            await context.write(check.isThere ? "\(path) can be used\n" : "there is no \(path), and none is needed\n")
            return .done
        }
    }

    struct Export: SubdialAction {
        static let configuration = CommandConfiguration(
            abstract: "Print the bridge and the zones as JSON: {bridgeURL, allowedZoneIds, selectedZoneId}.",
            discussion: "The output has the ids of zones. For names in the configuration, the command requests the ids from the bridge.")

        static let manual = CommandManual(
            "configuration",
            [
                "subdial config export > subdial.json": "Write the bridge and the zones to a file"
            ])
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            let configuration = try global.configuration(in: context)
            let sync = try await SyncConfiguration(exporting: configuration, address: global.address(configuration), from: context.hub)
            await context.write(sync.json)
            return .done
        }
    }

    struct Import: SubdialAction {
        static let configuration = CommandConfiguration(
            abstract: "Set the bridge and the zones of the configuration from the JSON of 'config export'; other keys remain unchanged.",
            discussion: "Both spellings of phones and watches are read: bridgeURL, allowedZoneIds and selectedZoneId; and bridge_url, "
                + "allowed_zone_ids and selected_zone_id.")

        static let manual = CommandManual(
            "configuration",
            [
                "subdial config import subdial.json": "Set the bridge and the zones from a file"
            ])
        @OptionGroup(title: "General") var global: GeneralOptions

        @Argument(help: "The JSON file; - for standard input.", completion: .file(extensions: ["json"]))
        var file: String

        func run(in context: CommandContext) async throws -> ExitStatus {
            let text = try context.text(ofFile: file, as: "configuration to import")
            let sync: SyncConfiguration
            do {
                sync = try SyncConfiguration(parsing: text)
            } catch {
                throw CommandFailure(.badData, "\(file): \(error)")
            }
            let configuration = try global.configuration(in: context)
            try sync.write(to: configuration.path)
            if let zone = sync.selectedZoneID { await context.hub.remember(selection: zone, at: sync.bridgeURL) }
            await context.write("\(configuration.path)\n")
            return .done
        }
    }
}
