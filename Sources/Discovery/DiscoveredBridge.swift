import Bridge

/// A bridge that has announced itself on the local network.
public struct DiscoveredBridge: Hashable, Sendable {
    /// The name it announces, as one line of text without control characters; its machine's name where it announces none.
    public var name: String
    /// Where it answers; where it does not, where it should.
    public var address: BridgeAddress
    /// The name of its machine, such as `nas.local`.
    public var host: String
    /// What it has announced itself as; ``ServiceType/bridge`` where it does so as both.
    public var type: ServiceType
    /// As the bridge writes it, such as `3.7.0-alpha.9`; nil where it does not tell.
    public var version: String?
    /// Whether a bridge answered at ``address``.
    public var answers: Bool

    /// Makes a bridge of these fields.
    public init(name: String, address: BridgeAddress, host: String, type: ServiceType, version: String?, answers: Bool) {
        self.name = name
        self.address = address
        self.host = host
        self.type = type
        self.version = version
        self.answers = answers
    }
}

extension DiscoveredBridge: Comparable {
    /// By name, without regard to case, then by address.
    public static func < (a: Self, b: Self) -> Bool {
        func order(_ bridge: Self) -> [String] {
            [bridge.name.lowercased(), bridge.name, bridge.address.text, bridge.host, bridge.type.rawValue, bridge.version ?? ""]
        }
        return order(a).lexicographicallyPrecedes(order(b))
    }
}
