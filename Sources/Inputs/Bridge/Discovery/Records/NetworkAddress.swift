/// An IPv4 or IPv6 address in a record.
struct NetworkAddress: Hashable, Sendable {
    /// Four or sixteen bytes in network byte order.
    let bytes: [UInt8]

    /// Makes an address; nil unless there are four or sixteen bytes.
    ///
    /// An IPv4-mapped IPv6 address becomes an IPv4 address.
    init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16: self.bytes = bytes.starts(with: Self.mappedPrefix) ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    var isIPv4: Bool { bytes.count == 4 }

    /// True for a loopback address.
    var isLoopback: Bool { isIPv4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 }

    /// True for a link-local address: `169.254.0.0/16` and `fe80::/10`.
    var isLinkLocal: Bool { isIPv4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// True if the address can identify one machine: it is neither unspecified nor multicast nor reserved.
    var isOfOneMachine: Bool {
        if isIPv4 { return bytes[0] != 0 && bytes[0] < 224 }
        return bytes[0] != 0xFF && bytes.contains { $0 != 0 }
    }

    /// The address as the host of a URL: `192.168.1.5`, or in brackets `[2001:db8::5]` (RFC 5952).
    var urlText: String { isIPv4 ? bytes.map(String.init).joined(separator: ".") : "[\(groupsText)]" }

    private var groupsText: String {
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        func text(_ range: some Collection<UInt16>) -> String { range.map { String($0, radix: 16) }.joined(separator: ":") }
        // Omits the first of the longest runs of zeros; a single zero is kept.
        var longest = 0..<0
        var index = 0
        while index < groups.count {
            let end = groups[index...].firstIndex { $0 != 0 } ?? groups.count
            if end - index > max(longest.count, 1) { longest = index..<end }
            index = end + 1
        }
        guard !longest.isEmpty else { return text(groups) }
        return "\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))"
    }
}
