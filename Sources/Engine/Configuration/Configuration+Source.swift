import Bridge
import Playback
import Players

/// Why nothing is followed.
public struct NoSource: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to set.
    public let description: String
}

extension Configuration {
    /// The address of what is followed.
    ///
    /// Without a word about it that is the bridge, and without a bridge the players of this desktop, where there is a session bus.
    ///
    /// - Throws: ``NoSource``, or `SourceError.badAddress` where the bridge's is none.
    public func address() throws -> String {
        // What is said to be a bridge is one, whatever else could be meant by such an address.
        if let bridge, source == nil || source?.contains("bridge") == true || source?.contains("auto") == true {
            _ = try BridgeAddress(bridge)
        }
        guard let source else {
            if let bridge { return bridge }
            guard hasSessionBus else {
                throw NoSource(
                    description: "no bridge is set: give --bridge URL, set SUBDIAL_BRIDGE, or write 'bridge: URL' in the configuration file"
                )
            }
            return mpris
        }
        var addresses: [String] = []
        for word in SourceWord.words(source) {
            switch try SourceWord(word) {
            case .bridge:
                guard let bridge else {
                    throw NoSource(description: "the source is a bridge, and none is set: give --bridge URL, or write 'bridge: URL'")
                }
                addresses.append(bridge)
            case .mpris: addresses.append(mpris)
            case .auto:
                if let bridge { addresses.append(bridge) }
                addresses.append(mpris)
            case .file(let path): addresses.append("file:\(workingFolder)/\(path)")
            case .address(let address): addresses.append(address)
            }
        }
        guard !addresses.isEmpty else {
            throw NoSource(description: "--source takes bridge, mpris, mpd, vlc, file:PATH, auto, or addresses")
        }
        return addresses.joined(separator: " ")
    }

    /// True where a source is set, or there is a session bus with the players of this desktop.
    public var isAnythingFollowed: Bool { source != nil || bridge != nil || hasSessionBus }

    /// The players of this desktop, as far as they count.
    private var mpris: String {
        SourceAddress.mpris(MPRISOptions(players: players, ignored: ignoredPlayers, address: sessionBus)).text
    }
}
