import Logging
import ServiceLifecycle

/// A web server that ends with its task.
package enum GracefulService {
    /// How long connections have that are busy when the end comes.
    private static let patience = Duration.seconds(3)

    /// Runs `service` until the task is cancelled; then it accepts nothing more, closes what is idle, and has three seconds for the rest.
    ///
    /// - Parameter ending: Called when nothing more is accepted, to end what would never end by itself.
    /// - Throws: What keeps the service from running.
    package static func run(
        _ service: some Service, logger: Logger, ending: @escaping @Sendable () async -> Void
    ) async throws {
        var configuration = ServiceGroupConfiguration(services: [service], logger: logger)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        // Apart from this task: cancelling the server outright loses connections that are just being accepted, and NIO takes that for a
        // mistake of ours. It is told to stop accepting first, and then to close.
        let serving = Task { try await group.run() }
        do {
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                Task {
                    await group.triggerGracefulShutdown()
                    await ending()
                }
            }
        } catch is CancellationError {
            // How it ends where something would not close in time.
        }
    }
}
