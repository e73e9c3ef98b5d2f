import Logging
import SubdialPlayback

/// Combines several sources: it has all of their zones, and sends each request to the source of its zone.
///
/// A source that cannot be reached does not affect the others.
final class CombinedSource: PlaybackSource {
    /// A source with its address, which identifies its zones.
    struct Part {
        let source: any PlaybackSource
        let address: SourceAddress
    }

    private let parts: [Part]
    private let logger: Logger

    init(_ parts: [Part], logger: Logger) {
        self.parts = parts
        self.logger = logger
    }

    /// Returns the zones of all sources, in the sources' order.
    ///
    /// - Throws: The first error, if no source has answered.
    func zones() async throws(SourceError) -> [Zone] {
        var all: [Zone] = []
        var first: SourceError?
        var answered = false
        for part in parts {
            do throws(SourceError) {
                all += try await part.source.zones()
                answered = true
            } catch {
                logger.debug("a source has no zones now", metadata: ["error": "\(error)"])
                first = first ?? error
            }
        }
        if let first, !answered { throw first }
        return all
    }

    func read(_ zone: ZoneID) async throws(SourceError) -> Reading { try await home(of: zone).read(zone) }

    func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        (try? home(of: zone))?.pushes(of: zone) ?? AsyncStream { $0.finish() }
    }

    func polling(of zone: ZoneID) -> PollingNeed { (try? home(of: zone))?.polling(of: zone) ?? .regular }

    func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        await (try? home(of: zone))?.refusal(of: control, in: zone)
    }

    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await home(of: zone).perform(control, in: zone, showing: state)
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try await home(of: zone).picture(of: artwork, in: zone, side: side)
    }

    private func home(of zone: ZoneID) throws(SourceError) -> any PlaybackSource {
        // An id may begin with that of another player: `mpd:nas:6601` and `mpd:nas`.
        let exact = parts.first { $0.address.playerZone == zone }
        let owner = exact ?? parts.first { $0.address.playerZone != nil && $0.address.has(zone) }
        guard let part = owner ?? parts.first(where: { $0.address.playerZone == nil }) else {
            throw .zoneMissing(zone.rawValue, known: [])
        }
        return part.source
    }
}
