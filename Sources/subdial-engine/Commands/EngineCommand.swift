import ArgumentParser
import Engine
import EngineWire
import FoundationEssentials
import Glibc

/// `subdial engine`: what the shared engine does for whom.
struct EngineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine", abstract: "Tell what the shared engine does for whom, have it read the configuration again, or stop it.",
        subcommands: [Status.self, Reload.self, Stop.self])

    @OptionGroup var global: GlobalOptions

    struct Status: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "Tell which fronts the engine serves.")
        @OptionGroup var global: GlobalOptions

        @Flag(help: "As JSON.")
        var json = false

        func run(in context: CommandContext) async throws -> ExitStatus {
            if let session = context.session {
                let status = session.engineStatus()
                await context.write(json ? try status.json : status.text)
                return .done
            }
            return try await EngineCommand.ask(["engine", "status"] + (json ? ["--json"] : []), in: context)
        }
    }

    struct Reload: SubdialAction {
        static let configuration = CommandConfiguration(
            abstract: "Have all feeds read the configuration again, as the signal HUP to the engine does.")
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            if context.session != nil {
                await context.hub.reload()
                context.print("the configuration is read again")
                return .done
            }
            // What is wrong with it is best told here.
            _ = try global.configuration(in: context)
            return try await EngineCommand.ask(["engine", "reload"], in: context)
        }
    }

    struct Stop: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "End the engine. Feeds that still run start another.")
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            if let session = context.session {
                session.stopEngine()
                context.print("the engine has been stopped")
                return .done
            }
            return try await EngineCommand.ask(["engine", "stop"], in: context)
        }
    }

    /// Has the running engine answer, and prints what it says.
    fileprivate static func ask(_ arguments: [String], in context: CommandContext) async throws -> ExitStatus {
        do {
            let place = try SocketPlace(runtimeFolder: context.environment["XDG_RUNTIME_DIR"], user: getuid())
            guard var connection = try EngineConnection(to: place) else {
                context.print("no engine is running")
                return .done
            }
            let reply = try connection.ask(FrontRequest(arguments: arguments, workingFolder: context.workingFolder))
            context.write(reply.output)
            return ExitStatus(rawValue: reply.code) ?? .unavailable
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
    }
}

extension EngineStatus {
    fileprivate var text: String {
        let head =
            "engine \(version), process \(processID), up \(Int(uptimeSeconds)) s, \(fronts.count) front\(fronts.count == 1 ? "" : "s")\n"
        return head + fronts.map { "  \($0.processID)  \(Int($0.attachedSeconds)) s  \($0.arguments.joined(separator: " "))\n" }.joined()
    }

    fileprivate var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
