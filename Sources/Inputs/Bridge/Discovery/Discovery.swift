import Logging
import SubdialHTTP
import SubdialPlayback

/// Finds bridges on the local network by their multicast DNS announcements.
///
/// The Avahi daemon of this machine does the browsing. All bridges found are listed, and the user chooses one.
package struct Discovery: Sendable {
    /// The time limit for a bridge's response; on a home network it takes milliseconds.
    package static let answerTimeout = Duration.seconds(1)

    private let http: HTTPClient
    private let logger: Logger

    /// - Parameter http: The client that queries bridges; it may be shared.
    package init(http: HTTPClient = HTTPClient(), logger: Logger = Logger(label: "subdial.discovery")) {
        self.http = http
        self.logger = logger
    }

    /// Returns the bridges that announce themselves within this time, sorted by name; the status of each has been queried.
    ///
    /// The search ends earlier when no more are expected, which Avahi takes about a second to report. A bridge that is found at the last
    /// moment still gets its ``answerTimeout``.
    package func bridges(within timeout: Duration = .seconds(2)) async throws(DiscoveryError) -> [DiscoveredBridge] {
        let deadline = ContinuousClock.now + timeout
        let browsing = ServiceBrowsing(until: deadline)
        // The daemon may never respond, and a blocked call to it cannot be cancelled.
        let watch = Task {
            try? await Task.sleep(until: deadline + .milliseconds(250))
            browsing.stop()
        }
        defer {
            watch.cancel()
            browsing.stop()
        }
        return try await search(browsing.events).get()
    }

    private enum Step: Sendable {
        case event(ServiceBrowsing.Event?)
        case answer(BridgeStatus?, BridgeAddress)
    }

    private func search(_ events: AsyncStream<ServiceBrowsing.Event>) async -> Result<[DiscoveredBridge], DiscoveryError> {
        await withTaskGroup(of: Step.self) { group in
            var search = Search()
            var hasBegun = false
            var places: [BridgeAddress] = []
            group.addTask { .event(await events.first { _ in true }) }
            while let step = await group.next() {
                switch step {
                case .event(.began):
                    hasBegun = true
                case .event(.found(let record)):
                    logger.debug("heard of a service", metadata: ["record": "\(record)"])
                    places = search.add(record)
                case .event(.failed(let error)):
                    group.cancelAll()
                    return .failure(error)
                case .event(nil):
                    if Task.isCancelled { return .failure(.cancelled) }
                    guard hasBegun else { return .failure(.silentDaemon) }
                    places = search.endBrowsing()
                case .answer(let status, let address):
                    places = search.take(status, from: address)
                }
                for place in places { group.addTask { .answer(await status(at: place), place) } }
                places = []
                if case .event(.some) = step { group.addTask { .event(await events.first { _ in true }) } }
            }
            return Task.isCancelled ? .failure(.cancelled) : .success(search.bridges)
        }
    }

    /// The status of the bridge at the address; nil if none responds.
    private func status(at address: BridgeAddress) async -> BridgeStatus? {
        var limits = BridgeLimits()
        limits.stateTimeout = Self.answerTimeout
        do throws(SourceError) {
            let status = try await BridgeClient(address: address, http: http, limits: limits, logger: logger).status()
            return status.isBridge ? status : nil
        } catch {
            logger.debug("no bridge answers", metadata: ["address": "\(address)", "error": "\(error)"])
            return nil
        }
    }
}
