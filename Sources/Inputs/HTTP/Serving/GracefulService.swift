import Logging
import ServiceLifecycle

/// A web server that shuts down with its task.
package enum GracefulService {
    /// The time that busy connections have left during the shutdown.
    private static let patience = Duration.seconds(3)

    /// Runs `service` until the task is cancelled; then it stops accepting, closes idle connections, and gives the others three seconds.
    ///
    /// - Parameter ending: Called after it has stopped accepting, to end requests that would never end.
    /// - Throws: The error that prevents the service from running.
    package static func run(
        _ service: some Service, logger: Logger, ending: @escaping @Sendable () async -> Void
    ) async throws {
        var configuration = ServiceGroupConfiguration(services: [service], logger: logger)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        // In a separate task: cancelling the server directly loses connections that are just being accepted, which NIO treats as a
        // programming error. The server stops accepting first, and then closes.
        let serving = Task { try await group.run() }
        let (ends, end) = AsyncStream<Void>.makeStream()
        let result = await withDiscardingTaskGroup { tasks in
            tasks.addTask {
                // An element means that the server has ended by itself; without one, the task is cancelled.
                for await _ in ends { return }
                await group.triggerGracefulShutdown()
                await ending()
            }
            defer { end.yield() }
            return await serving.result
        }
        do {
            try result.get()
        } catch is CancellationError {
            // The result if some connections did not close in time.
        }
    }
}
