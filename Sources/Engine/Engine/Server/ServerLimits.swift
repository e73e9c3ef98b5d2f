import SubdialEngineWire

/// The limits for connections to a server.
package struct ServerLimits: Equatable, Sendable {
    /// The maximum number of connections.
    package var peers: Int
    /// The timeout for a complete request, in milliseconds after the connection was accepted.
    package var requestTime: Int
    /// The time for which a connection without a request cannot be closed in favour of another, in milliseconds.
    package var graceTime: Int

    /// The number of descriptors for the engine's own sockets and files, and its sources' connections.
    private static let ownDescriptors = 24
    private static let mostPeers = 512

    /// The limits for this process.
    ///
    /// - Parameter descriptors: The maximum number of open descriptors of the process.
    package init(descriptors: Int = DescriptorLimit.now) {
        peers = max(1, min(Self.mostPeers, descriptors - Self.ownDescriptors))
        requestTime = 2_000
        graceTime = 100
    }
}
