import Bridge

/// What is known while bridges are looked for: who has been announced, who has been asked, and what was answered.
struct Search: Sendable {
    /// Announcements beyond these are left out: no home has so many, and whoever sends them shall not keep this machine busy.
    static let mostRecords = 256
    /// The most places to ask.
    static let mostPlaces = 64

    private var records: Set<ServiceRecord> = []
    private var asked: Set<BridgeAddress> = []
    private var answers: [BridgeAddress: BridgeStatus?] = [:]
    private var isBrowsing = true

    /// Takes one announcement; returns who is to be asked now.
    mutating func add(_ record: ServiceRecord) -> [BridgeAddress] {
        guard records.count < Self.mostRecords else { return [] }
        records.insert(record)
        return whomToAsk()
    }

    /// Takes the answer of `address`, nil where there was none; returns who is to be asked now.
    mutating func take(_ answer: BridgeStatus?, from address: BridgeAddress) -> [BridgeAddress] {
        answers.updateValue(answer, forKey: address)
        return whomToAsk()
    }

    /// Nothing more will be announced; returns who is to be asked now.
    mutating func endBrowsing() -> [BridgeAddress] {
        isBrowsing = false
        return whomToAsk()
    }

    /// The bridges found so far, in the order of their names.
    var bridges: [DiscoveredBridge] {
        var found: [BridgeAddress: DiscoveredBridge] = [:]
        for bridge in Sighting.merged(records).compactMap({ DiscoveredBridge($0, answers: answers) }).sorted(by: <)
        where found[bridge.address] == nil {
            found[bridge.address] = bridge
        }
        return found.values.sorted(by: <)
    }

    /// Addresses at once; what else a bridge might be reached by only where it has none that answers.
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
        let told = status?.version.map { PlainText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            name: sighting.name, address: address, host: sighting.host, type: sighting.type, version: told ?? sighting.version,
            answers: status != nil)
    }
}
