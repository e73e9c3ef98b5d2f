import ArgumentParser
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialKinds
import SubdialMQTT
import SubdialSystem
import SubdialWidgets

/// `subdial mqtt`: shows or removes this program's retained messages on an MQTT broker.
struct MQTTBrokerCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "mqtt", abstract: "List or remove Subdial's retained messages on an MQTT broker.",
        discussion: "The key 'mqtt' of the configuration has the address of the broker and the published devices.",
        subcommands: [Status.command, Forget.command], defaultSubcommand: Status.command)

    static let manual = CommandManual(
        "serve",
        [
            "subdial mqtt status": "List the retained messages",
            "subdial mqtt forget": "Remove them",
        ])
}

extension MQTTBrokerCommand {
    /// `subdial mqtt status`: shows the broker's state.
    struct Status: CommandVerb {
        static let description = VerbDescription(
            "status", "Print the state of the connection and Subdial's retained messages.", page: "serve",
            examples: [
                "subdial mqtt status": "Show the connection and the retained messages",
                "subdial mqtt status --json": "Print them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let look = try await MQTTBrokerLook(try command.global.mqtt(in: context))
            if json {
                await context.print(look.json.text(indented: true))
            } else {
                for line in look.lines { await context.print(line) }
            }
            return .done
        }
    }

    /// `subdial mqtt forget`: removes this program's retained messages.
    struct Forget: CommandVerb {
        static let description = VerbDescription(
            "forget", "Remove Subdial's retained messages, and print each topic.",
            discussion: "Home Assistant removes the devices too. A running publisher publishes them again.", page: "serve",
            examples: ["subdial mqtt forget": "Remove Subdial's retained messages from the broker"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            try await MQTTBrokerLook.forget(try command.global.mqtt(in: context)) { await context.print($0) }
            return .done
        }
    }
}

extension GeneralOptions {
    /// The settings of the broker.
    ///
    /// - Throws: ``CommandFailure`` if none is configured.
    fileprivate func mqtt(in context: CommandContext) throws -> MQTTSettings {
        let configuration = try configuration(in: context)
        guard let settings = configuration.mqtt else {
            throw CommandFailure(.wrongUsage, "no MQTT broker is set: write 'mqtt: { broker: mqtt://nas.local }' in \(configuration.path)")
        }
        return settings
    }
}

extension GlobalOptions {
    /// The publisher for the configuration; nil if no broker is configured.
    ///
    /// - Parameters:
    ///   - draw: Draws a current picture.
    ///   - sign: Returns the signature with which a picture's URL is accessible without a token; nil if no token is required.
    /// - Throws: An error if a kind or a family does not exist, or the broker's address or login is invalid.
    func mqttPublisher(
        _ configuration: Configuration, _ resources: ResourceFolder, in context: CommandContext, draw: @escaping MQTTPublisher.Draw,
        sign: (@Sendable (MQTTPicture) -> String)?
    ) throws -> MQTTPublisher? {
        guard let settings = configuration.mqtt else { return nil }
        return try MQTTPublisher(
            settings, folders: UserFolders(environment: context.environment), logger: context.logger,
            entries: { device in
                let choice = try KindChoice(device.kind, configuration, resources, in: context)
                guard choice.instance == nil else { return try entries(of: choice, configuration, in: context) }
                return try playersIfAny(configuration, zone: device.zone ?? configuration.zone, in: context)
            },
            actions: { device in
                try KindChoice(device.kind, configuration, resources, in: context).instance?.kind.actions.map(\.name) ?? []
            },
            units: { device in
                let instance = try KindChoice(device.kind, configuration, resources, in: context).instance
                return instance.map { $0.kind.units($0.values) } ?? [:]
            }, draw: draw, sign: sign)
    }
}

extension MQTTSettings {
    /// The problems of the fields that the devices name, a line for each; a kind that cannot be read has none.
    func fieldProblems(_ kinds: KindLibrary) -> [String] {
        devices.compactMap { device in
            guard let kind = try? kinds.kind(KindName(device.kind).name) else { return nil }
            do throws(MQTTFieldError) {
                _ = try MQTTDevice(device, kind.schema, actions: [])
                return nil
            } catch {
                return "\(error)"
            }
        }
    }
}
