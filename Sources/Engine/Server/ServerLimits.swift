import EngineWire

/// What a server allows those who connect.
public struct ServerLimits: Equatable, Sendable {
    /// The most connections at a time.
    public var peers: Int
    /// How long a connection may take until its whole request is there, in milliseconds from when it was accepted.
    public var requestTime: Int
    /// How long a connection without a request is safe from having to make room for another, in milliseconds.
    public var graceTime: Int

    /// The descriptors that an engine needs for itself: its own sockets and files, and its sources' connections.
    private static let ownDescriptors = 24
    private static let mostPeers = 512

    /// The limits for this process, which may have so many descriptors open.
    public init(descriptors: Int = DescriptorLimit.now) {
        peers = max(1, min(Self.mostPeers, descriptors - Self.ownDescriptors))
        requestTime = 2_000
        graceTime = 100
    }
}
