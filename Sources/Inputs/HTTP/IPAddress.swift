import Glibc
import SubdialCLibraries

/// An IP address.
package struct IPAddress: Hashable, Sendable {
    /// 4 bytes of IPv4, or 16 of IPv6, in network byte order.
    package let bytes: [UInt8]

    /// Parses `192.0.2.1` or `2001:db8::1`; nil for anything else.
    package init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The address to which curl is about to connect; nil for another address family.
    init?(_ socket: UnsafeMutablePointer<curl_sockaddr>) {
        // The bytes of a socket address start at `addr`; `addrlen` is their number.
        let address = UnsafeRawPointer(socket).advanced(by: MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
        switch socket.pointee.family {
        case AF_INET: bytes = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: bytes = withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// True for addresses that are not public unicast ones.
    ///
    /// These are loopback, private, link-local, shared, unspecified, multicast and reserved addresses (RFC 1918, 3927, 4193, 4291, 6598).
    package var isPrivate: Bool {
        guard bytes.count == 16 else {
            guard bytes.count == 4 else { return true }
            let (a, b) = (bytes[0], bytes[1])
            return a == 0 || a == 10 || a == 127 || a == 172 && b & 0xF0 == 16 || a == 192 && b == 168 || a == 169 && b == 254
                || a == 100 && b & 0xC0 == 64 || a >= 224
        }
        // IPv4 addresses embedded in IPv6, in any form.
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10...11].allSatisfy({ $0 == 0xFF }) { return embedded(at: 12) }
        if bytes.prefix(12).allSatisfy({ $0 == 0 }) { return true }
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) { return embedded(at: 12) }
        if bytes.starts(with: [0x20, 0x02]) { return embedded(at: 2) }
        return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80 || bytes[0] == 0xFF
    }

    private func embedded(at index: Int) -> Bool { IPAddress(bytes: Array(bytes[index..<index + 4])).isPrivate }
}
