import SubdialBridge
import SubdialPlayback
import SubdialPlayers

/// The error of a configuration without a source.
package struct NoSource: Error, Hashable, Sendable, CustomStringConvertible {
    /// The remedy.
    package let description: String
}

extension Configuration {
    /// The address of the followed source.
    ///
    /// If none is configured, it is the bridge, and without a bridge the players of this desktop, if there is a session bus.
    ///
    /// - Throws: ``NoSource``, or `SourceError.badAddress` for an invalid bridge address.
    package func address() throws -> String {
        // An address that is configured as a bridge is used as one, even if it could mean another kind of source.
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

    /// True if a source is configured, or there is a session bus with the players of this desktop.
    package var isAnythingFollowed: Bool { source != nil || bridge != nil || hasSessionBus }

    /// The address of the desktop's players, with the configured filters.
    private var mpris: String {
        SourceAddress.mpris(MPRISOptions(players: players, ignored: ignoredPlayers, address: sessionBus)).text
    }
}
