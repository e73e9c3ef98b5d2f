import Logging
import SubdialBasics
import SubdialHTTP
import SubdialPlayback
import SubdialSystem
import Synchronization

/// Finds bridges on the local network by their multicast DNS announcements.
///
/// The Avahi daemon of this machine does the browsing. All bridges found are listed, and the user chooses one.
package struct Discovery: Sendable {
    /// The time limit for a bridge's response; on a home network it takes milliseconds.
    private static let answerTimeout = Duration.seconds(1)

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
                    places = search.add(status, from: address)
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
    fileprivate let events: AsyncStream<Event>
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
    fileprivate func stop() { continuation.finish() }

    private func run(until deadline: ContinuousClock.Instant) {
        do throws(DiscoveryError) {
            let session = try AvahiSession { self.continuation.yield(.found($0)) }
            continuation.yield(.began)
            while !session.progress.isSettled, !isStopped.withLock({ $0 }) {
                let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
                guard rest > 0 else { return }
                // In short steps, since `stop()` cannot wake the thread.
                try session.iterate(milliseconds: Int32(saturating: min(rest.rounded(.up), 100)))
            }
        } catch {
            continuation.yield(.failed(error))
        }
    }
}

/// The state of a search: the announcements, the queried addresses and the responses.
struct Search: Sendable {
    /// The maximum number of announcements: far more than a home network has, so that a flood of them does not keep this machine busy.
    static let mostRecords = 256
    /// The maximum number of addresses to query.
    static let mostPlaces = 64

    private var records: Set<ServiceRecord> = []
    private var asked: Set<BridgeAddress> = []
    private var answers: [BridgeAddress: BridgeStatus?] = [:]
    private var isBrowsing = true

    /// Adds an announcement; returns the addresses to query now.
    mutating func add(_ record: ServiceRecord) -> [BridgeAddress] {
        guard records.count < Self.mostRecords else { return [] }
        records.insert(record)
        return whomToAsk()
    }

    /// Adds the response of `address`, nil if there was none; returns the addresses to query now.
    mutating func add(_ answer: BridgeStatus?, from address: BridgeAddress) -> [BridgeAddress] {
        answers.updateValue(answer, forKey: address)
        return whomToAsk()
    }

    /// Ends the browsing; returns the addresses to query now.
    mutating func endBrowsing() -> [BridgeAddress] {
        isBrowsing = false
        return whomToAsk()
    }

    /// The bridges found so far, sorted by name.
    var bridges: [DiscoveredBridge] {
        var found: [BridgeAddress: DiscoveredBridge] = [:]
        for bridge in Announcement.merged(records).compactMap({ DiscoveredBridge($0, answers: answers) }).sorted(by: <)
        where found[bridge.address] == nil {
            found[bridge.address] = bridge
        }
        return found.values.sorted(by: <)
    }

    /// The addresses to query: resolved addresses immediately, and others only if none of these responds.
    private mutating func whomToAsk() -> [BridgeAddress] {
        var places: [BridgeAddress] = []
        for sighting in Announcement.merged(records) {
            places += sighting.addresses
            guard !isBrowsing else { continue }
            let isUnanswered = sighting.addresses.allSatisfy { answers[$0].map { $0 == nil } ?? false }
            if isUnanswered { places += sighting.others }
        }
        return places.filter { asked.count < Self.mostPlaces && asked.insert($0).inserted }
    }
}

extension DiscoveredBridge {
    fileprivate init?(_ sighting: Announcement, answers: [BridgeAddress: BridgeStatus?]) {
        let places = sighting.addresses + sighting.others
        let answering = places.first { answers[$0].flatMap { $0 } != nil }
        guard let address = answering ?? places.first else { return nil }
        let status = answering.flatMap { answers[$0] }.flatMap { $0 }
        let told = status?.version.map { $0.oneLine(limit: 63) }.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            name: sighting.name, address: address, host: sighting.host, type: sighting.type, version: told ?? sighting.version,
            answers: status != nil)
    }
}

/// A bridge according to its announcements, with the addresses to query.
struct Announcement: Hashable, Sendable {
    var name: String
    var type: ServiceType
    var host: String
    /// The announced version, used if the bridge does not respond.
    var version: String?
    /// The resolved addresses, in the order of preference.
    var addresses: [BridgeAddress]
    /// Other addresses to try if none of ``addresses`` responds: the host name, and the address in the TXT record.
    ///
    /// Other machines often cannot resolve either of them.
    var others: [BridgeAddress]
}

extension Announcement {
    /// Groups `records` into bridges, independently of their order.
    ///
    /// Records with the same port and the same host or address belong to one bridge: a machine with two networks, or a bridge that
    /// announces two types, is received several times. The name is not used, because most bridges have the same one.
    static func merged(_ records: some Sequence<ServiceRecord>) -> [Announcement] {
        var groups: [(records: [ServiceRecord], keys: Set<String>)] = []
        /// The group of each key. Groups that have become part of a later one are empty.
        var places: [String: Int] = [:]
        for record in Set(records) {
            var merged = (records: [record], keys: record.keys)
            for place in Set(merged.keys.compactMap { places[$0] }) {
                merged.records += groups[place].records
                merged.keys.formUnion(groups[place].keys)
                groups[place] = ([], [])
            }
            for key in merged.keys { places[key] = groups.count }
            groups.append(merged)
        }
        return groups.compactMap { Announcement($0.records) }
    }

    /// Merges the records of a bridge; nil if there is no address to query.
    private init?(_ records: [ServiceRecord]) {
        let records = records.sorted { $0.order.lexicographicallyPrecedes($1.order) }
        guard let first = records.first else { return nil }
        host = first.host.oneLine(limit: 255)
        name = records.lazy.map { $0.name.oneLine(limit: 63) }.first { !$0.isEmpty } ?? host
        type = first.type
        version = records.lazy.compactMap { $0.text["version"] }.map { $0.oneLine(limit: 63) }.first { !$0.isEmpty }
        addresses = records.compactMap(\.ownAddress).withoutDuplicates
        others = (records.compactMap(\.addressOfHost) + records.compactMap(\.addressInText)).withoutDuplicates.filter { [addresses] in
            !addresses.contains($0)
        }
        guard !addresses.isEmpty || !others.isEmpty else { return nil }
    }
}

extension ServiceRecord {
    /// The keys that records of the same bridge share.
    fileprivate var keys: Set<String> {
        var keys: Set = ["\(host.lowercased()):\(port)"]
        // Loopback addresses are equal on all machines, and link-local ones are unique only on their link.
        if let address, !address.isLoopback { keys.insert("\(address.urlText):\(port)" + (address.isLinkLocal ? "%\(interface)" : "")) }
        return keys
    }

    /// The sort key, lowest first: the type with the better name, then the kind of address.
    fileprivate var order: [String] {
        let rank = address.map { $0.isLoopback ? 3 : $0.isLinkLocal ? 2 : $0.isIPv4 ? 0 : 1 } ?? 4
        return [
            type == .bridge ? "0" : "1", "\(rank)", host, name, address?.urlText ?? "", "\(port)", text["version"] ?? "",
            text["base"] ?? "",
        ]
    }

    fileprivate var ownAddress: BridgeAddress? {
        guard let address, address.isOfOneMachine, port > 0 else { return nil }
        // A link-local IPv6 address needs an interface name, which an address in a configuration file must not depend on.
        guard address.isIPv4 || !address.isLinkLocal else { return nil }
        return try? BridgeAddress("http://\(address.urlText):\(port)")
    }

    fileprivate var addressOfHost: BridgeAddress? {
        var name = host.lowercased()[...]
        if name.last == "." { name.removeLast() }
        let isName = name.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        guard isName, !name.isEmpty, name.utf8.count <= 253, port > 0 else { return nil }
        return try? BridgeAddress("http://\(name):\(port)")
    }

    /// The bridge's address according to its TXT record; nil if it contains a login, which no bridge announces.
    fileprivate var addressInText: BridgeAddress? {
        guard let base = text["base"], !base.contains("@"), base.hasPrefix("http://") || base.hasPrefix("https://") else { return nil }
        return try? BridgeAddress(base)
    }
}

extension Sequence where Element: Hashable {
    fileprivate var withoutDuplicates: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// A resolved service: one address on one network interface.
struct ServiceRecord: Hashable, Sendable {
    /// The announced display name of the service.
    var name: String
    var type: ServiceType
    /// The announced host name, such as `nas.local`.
    var host: String
    /// The address; nil if only the host name is known.
    var address: NetworkAddress?
    var port: UInt16
    var text = TXTRecord()
    /// The index of the network interface on which it was received.
    var interface: Int32
}
