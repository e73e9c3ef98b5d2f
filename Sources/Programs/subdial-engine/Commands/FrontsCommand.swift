import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialEngine
import SubdialEngineWire
import SubdialWidgets

/// `subdial-engine serve`: the engine that a front starts if none runs.
struct FrontsCommand: InternalAction {
    /// The subcommand's name in ``SubdialCommand``, whose own `serve` is ``ServeCommand``.
    static let word = "serve-fronts"

    static let configuration = CommandConfiguration(
        commandName: word, abstract: "Serve fronts, until none has been connected for some time and no edit waits for a console.",
        shouldDisplay: false)

    @OptionGroup var global: GeneralOptions

    @Option(help: ArgumentHelp("The time without a front until the engine ends.", valueName: "SECONDS"))
    var idle = 30.0

    func run(in context: CommandContext) async throws -> ExitStatus {
        let context = context.ofEngine
        let (hub, logger) = (context.hub, context.logger)
        DescriptorLimit.raise()
        guard DescriptorLimit.now >= DescriptorLimit.least else { throw CommandFailure(.unavailable, DescriptorLimit.tooLow) }
        setLogLevel(in: context)
        CrashNote.install()
        openTimers()
        ReadingMarkers.shared.start()
        defer { ReadingMarkers.shared.end() }
        let server: EngineServer
        do {
            let place = try SocketPlace.of(user: geteuid()) { context.environment[$0] }
            server = try EngineServer(
                place: place, idleTimeout: .seconds(max(0.1, idle)), logger: logger, isNeeded: { await hub.hasPendingEdits }
            ) { request, session in
                defer { LogLevels.shared.set(nil, of: session) }
                return await CommandRunner.run(request.arguments, in: CommandContext(session, hub: hub, logger: logger))
            }
        } catch EngineServerError.alreadyRunning {
            // Two fronts each started an engine; the other one has won, and serves both.
            return .done
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
        let levels = Task { for await _ in hub.reloads() { setLogLevel(in: context) } }
        defer { levels.cancel() }
        await hub.resumeEdits()
        _ = await server.run(endingOn: [SIGTERM, SIGINT], reload: { await hub.reload() })
        // Child processes of kinds end with the engine.
        await hub.stop()
        await context.flush()
        return .done
    }

    /// Makes the runtime open the descriptors of its timers, because it ends the process if the system has none left at their first use.
    private func openTimers() {
        Task.detached {
            try? await Task.sleep(for: .nanoseconds(1), clock: .continuous)
            try? await Task.sleep(for: .nanoseconds(1), clock: .suspending)
        }
    }

    /// Applies the log level of the user's configuration, or `warning` by default; an invalid configuration changes nothing.
    private func setLogLevel(in context: CommandContext) {
        guard let configuration = try? global.configuration(in: context), configuration.logLevel == nil else { return }
        context.log(from: .warning)
    }
}
