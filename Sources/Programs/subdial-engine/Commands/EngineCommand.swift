import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialEngine
import SubdialEngineWire

/// `subdial engine`: shows the status of the shared engine, reloads it, or stops it.
struct EngineCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine", abstract: "List the fronts of the engine, reload its configuration, or stop it.",
        subcommands: [Status.command, Reload.command, Stop.command])

    static let manual = CommandManual(
        "configuration",
        [
            "subdial engine status": "List the fronts of the engine",
            "subdial engine stop": "Stop the engine",
        ])

    struct Status: CommandVerb {
        static let description = VerbDescription(
            "status", "List the fronts of the engine.", page: "configuration",
            examples: [
                "subdial engine status": "List the fronts of the engine",
                "subdial engine status --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            if let session = context.session {
                let status = session.engineStatus()
                await context.write(json ? try status.json : status.text)
                return .done
            }
            return try EngineCommand.ask(["engine", "status"] + (json ? ["--json"] : []), in: context)
        }
    }

    struct Reload: CommandVerb {
        static let description = VerbDescription(
            "reload", "Reload the configuration of all feeds, like the signal HUP to the engine.", page: "configuration",
            examples: ["subdial engine reload": "Reload the configuration"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            if context.session != nil {
                await context.hub.reload()
                await context.print("the configuration is read again")
                return .done
            }
            // Configuration errors are reported by this process, before the engine reloads.
            _ = try command.global.configuration(in: context)
            return try EngineCommand.ask(["engine", "reload"], in: context)
        }
    }

    struct Stop: CommandVerb {
        static let description = VerbDescription(
            "stop", "Stop the engine; running feeds start another one.", page: "configuration",
            examples: ["subdial engine stop": "Stop the engine"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            if let session = context.session {
                await context.print("the engine has been stopped")
                session.stopEngine()
                return .done
            }
            return try EngineCommand.stop(in: context)
        }
    }

    /// Sends a command to the running engine, and prints its output.
    fileprivate static func ask(_ arguments: [String], in context: CommandContext) throws(CommandFailure) -> ExitStatus {
        do {
            guard let connection = try EngineConnection(to: try place(in: context)) else { return noneRuns(context) }
            return try ask(arguments, of: connection, in: context)
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
    }

    /// Stops the engine: by request if it responds, else by a signal.
    fileprivate static func stop(in context: CommandContext) throws(CommandFailure) -> ExitStatus {
        do {
            let place = try place(in: context)
            do {
                // An engine that does not listen yet, or whose socket is gone, still holds the lock.
                let engine = EngineProcess(of: place)
                guard let connection = try EngineConnection(to: place) else {
                    guard let engine else { return noneRuns(context) }
                    return try end(engine, in: context)
                }
                let status = try ask(["engine", "stop"], of: connection, in: context)
                if let engine, !engine.waitForEnd() { return try end(engine, in: context) }
                return status
            } catch let error as EngineConnectionError {
                guard error.leavesSignals, let engine = EngineProcess(of: place) else { throw error }
                return try end(engine, in: context)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
    }

    private static func end(_ engine: EngineProcess, in context: CommandContext) throws(CommandFailure) -> ExitStatus {
        switch engine.end() {
        case .terminated: context.writeLine("the engine (process \(engine.id)) did not answer, and has been ended by a signal")
        case .killed: context.writeLine("the engine (process \(engine.id)) did not answer, and has been killed")
        case .survived:
            throw CommandFailure(.unavailable, "the engine (process \(engine.id)) cannot be ended: the system holds it in a call")
        }
        return .done
    }

    private static func noneRuns(_ context: CommandContext) -> ExitStatus {
        context.writeLine("no engine is running")
        return .done
    }

    private static func ask(
        _ arguments: [String], of connection: consuming EngineConnection, in context: CommandContext
    ) throws(EngineConnectionError) -> ExitStatus {
        let reply = try connection.ask(FrontRequest(arguments: arguments, workingFolder: context.workingFolder))
        context.write(reply.output)
        return ExitStatus(rawValue: reply.code) ?? .unavailable
    }

    private static func place(in context: CommandContext) throws(SocketError) -> SocketPlace {
        try SocketPlace.of(user: geteuid()) { context.environment[$0] }
    }
}

extension EngineConnectionError {
    /// True if the engine runs, but can only be reached by a signal.
    fileprivate var leavesSignals: Bool {
        switch self {
        case .silent, .refused: true
        case .place, .wire, .lost: false
        }
    }
}

extension EngineStatus {
    fileprivate var text: String {
        let head =
            "engine \(version), process \(processID), up \(Int(saturating: uptimeSeconds)) s, \(fronts.count) front\(fronts.count == 1 ? "" : "s")\n"
        return head
            + fronts.map { "  \($0.processID)  \(Int(saturating: $0.attachedSeconds)) s  \($0.arguments.joined(separator: " "))\n" }
            .joined()
    }

    fileprivate var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
