import Logging
import SubdialConcurrency
import SubdialPlayback

/// Combines several sources: it has all of their zones, and sends each request to the source of its zone.
///
/// The zones of each further bridge have the bridge's address in their ids, because two bridges may use equal ids. A source that cannot be reached does
/// not affect the others.
final class CombinedSource: PlaybackSource {
    private let address: SourceAddress
    /// The sources in the order of the address's parts.
    private let sources: [any PlaybackSource]
    private let logger: Logger

    /// - Parameters:
    ///   - address: The addresses of the sources.
    ///   - makeSource: Makes the source at one of them.
    init(_ address: SourceAddress, logger: Logger, makeSource: (SourceAddress) -> any PlaybackSource) {
        self.address = address
        self.logger = logger
        sources = address.parts.map(makeSource)
    }

    /// Returns the zones of all sources, in the sources' order.
    ///
    /// - Throws: The first error, if no source has answered.
    func zones() async throws(SourceError) -> [Zone] {
        let lists = await sources.concurrentMap { source -> Result<[Zone], SourceError> in
            do throws(SourceError) {
                return .success(try await source.zones())
            } catch {
                return .failure(error)
            }
        }
        var (all, first, hasAnswer): ([Zone], SourceError?, Bool) = ([], nil, false)
        for (place, list) in lists.enumerated() {
            switch list {
            case .success(let zones):
                hasAnswer = true
                all += zones.compactMap { named($0, at: place) }
            case .failure(let error):
                logger.debug("a source has no zones now", metadata: ["error": "\(error)"])
                first = first ?? error
            }
        }
        if let first, !hasAnswer { throw first }
        return all
    }

    /// Signals the changes of all sources.
    func listChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let streams = sources.map { $0.listChanges() }
            let task = Task {
                await withDiscardingTaskGroup { group in
                    for stream in streams { group.addTask { for await _ in stream { continuation.yield(()) } } }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        let home = try home(of: zone)
        return try await home.source.read(home.id).renamed(from: home.id, to: zone)
    }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        guard let home = try? home(of: zone) else { return AsyncStream { $0.finish() } }
        let pushes = home.source.pushes(of: home.id)
        guard home.id != zone else { return pushes }
        return AsyncStream(bufferingPolicy: .bufferingNewest(4)) { continuation in
            let task = Task {
                for await reading in pushes { continuation.yield(reading.renamed(from: home.id, to: zone)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func polling(of zone: ZoneID) -> PollingNeed { (try? home(of: zone)).map { $0.source.polling(of: $0.id) } ?? .regular }

    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        guard let home = try? home(of: zone) else { return nil }
        return await home.source.refusal(of: control, in: home.id)
    }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        let home = try home(of: zone)
        try await home.source.perform(control, in: home.id, showing: state)
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let home = try home(of: zone)
        return try await home.source.picture(of: artwork, in: home.id, side: side)
    }

    /// Returns the zone with its id among the zones of all sources; nil if that id belongs to another source, which would get the zone's requests.
    private func named(_ zone: Zone, at place: Int) -> Zone? {
        var zone = zone
        zone.id = address.id(of: zone.id, at: place)
        return address.place(of: zone.id) == place ? zone : nil
    }

    /// Returns the source of a zone, and the zone's id there.
    private func home(of zone: ZoneID) throws(SourceError) -> (source: any PlaybackSource, id: ZoneID) {
        guard let place = address.place(of: zone), sources.indices.contains(place) else { throw .zoneMissing(zone.rawValue, known: []) }
        return (sources[place], address.ownID(of: zone, at: place))
    }
}
