import Glibc
import NIOCore

/// The address of a client, as far as limits distinguish it.
struct PeerAddress: Hashable, Sendable {
    /// The bytes of an IPv4 address, or the first half of an IPv6 address: one machine can use all addresses with the same first half.
    private let bytes: [UInt8]
    /// True for a program on this machine, which may be a proxy for all others.
    let isLocal: Bool

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]
    /// The first bytes of an IPv6 address that stands for an IPv4 address.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// - Parameter bytes: The 4 bytes of an IPv4 address, the 16 bytes of an IPv6 address, or none for an unknown address.
    init(bytes: [UInt8]) {
        let own = bytes.starts(with: Self.mapped) ? Array(bytes.dropFirst(Self.mapped.count)) : bytes
        self.bytes = own.count == 16 ? Array(own.prefix(8)) : own
        isLocal = own == Self.loopback || own.count == 4 && own[0] == 127
    }

    /// - Parameter address: The address of a channel's client; nil if the client has gone already.
    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let found): self.init(bytes: withUnsafeBytes(of: found.address.sin_addr) { Array($0) })
        case .v6(let found): self.init(bytes: withUnsafeBytes(of: found.address.sin6_addr) { Array($0) })
        case .unixDomainSocket, nil: self.init(bytes: [])
        }
    }
}
