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
            return try EngineCommand.ask(["engine", "status"] + (json ? ["--json"] : []), in: context)
        }
    }

    struct Reload: SubdialAction {
        static let configuration = CommandConfiguration(
            abstract: "Have all feeds read the configuration again, as the signal HUP to the engine does.")
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            if context.session != nil {
                await context.hub.reload()
                await context.print("the configuration is read again")
                return .done
            }
            // What is wrong with it is best told here.
            _ = try global.configuration(in: context)
            return try EngineCommand.ask(["engine", "reload"], in: context)
        }
    }

    struct Stop: SubdialAction {
        static let configuration = CommandConfiguration(abstract: "End the engine. Feeds that still run start another.")
        @OptionGroup var global: GlobalOptions

        func run(in context: CommandContext) async throws -> ExitStatus {
            if let session = context.session {
                await context.print("the engine has been stopped")
                session.stopEngine()
                return .done
            }
            return try EngineCommand.stop(in: context)
        }
    }

    /// Has the running engine answer, and prints what it says.
    fileprivate static func ask(_ arguments: [String], in context: CommandContext) throws(CommandFailure) -> ExitStatus {
        do {
            guard let connection = try EngineConnection(to: try place(in: context)) else { return noneRuns(context) }
            return try ask(arguments, of: connection, in: context)
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
    }

    /// Ends the engine: in its own time where it answers, by a signal where it does not.
    fileprivate static func stop(in context: CommandContext) throws(CommandFailure) -> ExitStatus {
        do {
            let place = try place(in: context)
            do {
                // One that has not begun to listen, or whose socket is gone, has the lock nevertheless.
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
        case .terminated: context.show("the engine (process \(engine.id)) did not answer, and has been ended by a signal")
        case .killed: context.show("the engine (process \(engine.id)) did not answer, and has been killed")
        case .survived:
            throw CommandFailure(.unavailable, "the engine (process \(engine.id)) cannot be ended: the system holds it in a call")
        }
        return .done
    }

    private static func noneRuns(_ context: CommandContext) -> ExitStatus {
        context.show("no engine is running")
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
    /// Whether the engine is there, and can only be reached by a signal.
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
