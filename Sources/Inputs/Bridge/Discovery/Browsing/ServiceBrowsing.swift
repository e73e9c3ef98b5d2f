import SubdialSystem
import Synchronization

/// Browsing for all service types of bridges, on a dedicated thread.
///
/// Calls to the daemon block, which the threads of the cooperative pool must not do.
final class ServiceBrowsing: Sendable {
    enum Event: Sendable {
        /// The connection to the daemon is open and all browsers have started.
        case began
        case found(ServiceRecord)
        case failed(DiscoveryError)
    }

    /// The events, until all expected services are found, the deadline has passed, or ``stop()`` is called.
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let isStopped = Mutex(false)

    init(until deadline: ContinuousClock.Instant) {
        (events, continuation) = AsyncStream.makeStream()
        continuation.onTermination = { [weak self] _ in self?.isStopped.withLock { $0 = true } }
        let isStarted = WorkThread.detach {
            self.run(until: deadline)
            self.continuation.finish()
        }
        if !isStarted {
            continuation.yield(.failed(.noThread))
            continuation.finish()
        }
    }

    /// Ends the stream immediately, whether or not the daemon responds.
    func stop() { continuation.finish() }

    private func run(until deadline: ContinuousClock.Instant) {
        do throws(DiscoveryError) {
            let session = try AvahiSession { self.continuation.yield(.found($0)) }
            continuation.yield(.began)
            while !session.progress.isSettled, !isStopped.withLock({ $0 }) {
                let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
                guard rest > 0 else { return }
                // In short steps, since `stop()` cannot wake the thread.
                try session.iterate(milliseconds: Int32(min(rest.rounded(.up), 100)))
            }
        } catch {
            continuation.yield(.failed(error))
        }
    }
}
