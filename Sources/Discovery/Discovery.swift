import Bridge
import HTTP
import Logging
import Playback

/// Looks for bridges on the local network, by what they announce over multicast DNS.
///
/// The Avahi daemon of this machine does the asking. Every bridge that is found is listed: which one is meant is for the user to say.
public struct Discovery: Sendable {
    /// How long a bridge may take to answer; at home it takes milliseconds.
    public static let answerTimeout = Duration.seconds(1)

    private let http: HTTPClient
    private let logger: Logger

    /// - Parameter http: What bridges are asked through; it may serve others as well.
    public init(http: HTTPClient = HTTPClient(), logger: Logger = Logger(label: "subdial.discovery")) {
        self.http = http
        self.logger = logger
    }

    /// The bridges that announce themselves within this time, in the order of their names; each has been asked for its status.
    ///
    /// It ends sooner when no more are to be expected, which Avahi takes about a second to say. Whoever was found at the last moment is
    /// still given its ``answerTimeout``.
    public func bridges(within timeout: Duration = .seconds(2)) async throws(DiscoveryError) -> [DiscoveredBridge] {
        let deadline = ContinuousClock.now + timeout
        let browsing = ServiceBrowsing(until: deadline)
        // The daemon may never answer, and nothing ends a call that waits for it.
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

    /// nil where no bridge answers.
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
