import SubdialBasics

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
    mutating func take(_ answer: BridgeStatus?, from address: BridgeAddress) -> [BridgeAddress] {
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
        for bridge in Sighting.merged(records).compactMap({ DiscoveredBridge($0, answers: answers) }).sorted(by: <)
        where found[bridge.address] == nil {
            found[bridge.address] = bridge
        }
        return found.values.sorted(by: <)
    }

    /// The addresses to query: resolved addresses immediately, and others only if none of these responds.
    private mutating func whomToAsk() -> [BridgeAddress] {
        var places: [BridgeAddress] = []
        for sighting in Sighting.merged(records) {
            places += sighting.addresses
            guard !isBrowsing else { continue }
            let isUnanswered = sighting.addresses.allSatisfy { answers[$0].map { $0 == nil } ?? false }
            if isUnanswered { places += sighting.others }
        }
        return places.filter { asked.count < Self.mostPlaces && asked.insert($0).inserted }
    }
}

extension DiscoveredBridge {
    fileprivate init?(_ sighting: Sighting, answers: [BridgeAddress: BridgeStatus?]) {
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
