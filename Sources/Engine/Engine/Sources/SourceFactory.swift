import Logging
import SubdialBridge
import SubdialHTTP
import SubdialPlayback
import SubdialPlayers

/// Makes the source for an address.
struct SourceFactory: Sendable {
    let http: HTTPClient
    let artwork: ArtworkCache?
    let logger: Logger

    func source(at address: SourceAddress) -> any PlaybackSource {
        switch address {
        case .bridge(let address): BridgeClient(address: address, http: http, artwork: artwork, logger: logger)
        case .mpris(let options): MPRISSource(options: options, client: http, logger: logger)
        case .mpd(let address): MPDSource(address, logger: logger)
        case .vlc(let address): VLCSource(address, client: http, logger: logger)
        case .file(let address): MessageFileSource(address, logger: logger)
        case .several(let addresses):
            CombinedSource(addresses.map { .init(source: source(at: $0), address: $0) }, logger: logger)
        }
    }
}
