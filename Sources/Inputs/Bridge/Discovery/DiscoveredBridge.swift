/// A bridge that announces itself on the local network.
package struct DiscoveredBridge: Hashable, Sendable {
    /// The announced name, as one line of text without control characters; the machine's name if it announces none.
    package var name: String
    /// The address at which it responds; if it does not respond, the one at which it should.
    package var address: BridgeAddress
    /// The machine's host name, such as `nas.local`.
    package var host: String
    /// The announced service type; ``ServiceType/bridge`` if it announces both.
    package var type: ServiceType
    /// The version as the bridge writes it, such as `3.7.0-alpha.9`; nil if unknown.
    package var version: String?
    /// True if a bridge responded at ``address``.
    package var answers: Bool

    /// Makes a bridge.
    package init(name: String, address: BridgeAddress, host: String, type: ServiceType, version: String?, answers: Bool) {
        self.name = name
        self.address = address
        self.host = host
        self.type = type
        self.version = version
        self.answers = answers
    }
}

extension DiscoveredBridge: Comparable {
    /// Orders by name, ignoring case, then by address.
    package static func < (a: Self, b: Self) -> Bool {
        func order(_ bridge: Self) -> [String] {
            [bridge.name.lowercased(), bridge.name, bridge.address.text, bridge.host, bridge.type.rawValue, bridge.version ?? ""]
        }
        return order(a).lexicographicallyPrecedes(order(b))
    }
}
