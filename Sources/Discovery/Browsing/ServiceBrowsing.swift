import Dispatch
import Synchronization

/// Browsing under way for all types of service that bridges announce, on a thread of its own.
///
/// Calls to the daemon wait for its answers, which the tasks' own threads must not do.
final class ServiceBrowsing: Sendable {
    enum Event: Sendable {
        /// The daemon has taken the questions.
        case began
        case found(ServiceRecord)
        case failed(DiscoveryError)
    }

    /// What happens, until all is found that can be expected, the time is over, or ``stop()`` is called.
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let isStopped = Mutex(false)

    init(until deadline: ContinuousClock.Instant) {
        (events, continuation) = AsyncStream.makeStream()
        continuation.onTermination = { [weak self] _ in self?.isStopped.withLock { $0 = true } }
        DispatchQueue(label: "subdial.discovery").async {
            self.run(until: deadline)
            self.continuation.finish()
        }
    }

    /// Ends the stream at once, whether or not the daemon answers.
    func stop() { continuation.finish() }

    private func run(until deadline: ContinuousClock.Instant) {
        do throws(DiscoveryError) {
            let session = try AvahiSession { self.continuation.yield(.found($0)) }
            continuation.yield(.began)
            while !session.progress.isSettled, !isStopped.withLock({ $0 }) {
                let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
                guard rest > 0 else { return }
                // In short steps, since nothing wakes it up when it is stopped.
                try session.iterate(milliseconds: Int32(min(rest.rounded(.up), 100)))
            }
        } catch {
            continuation.yield(.failed(error))
        }
    }
}
