/// The address and port that a server listens on.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// The IP address without brackets: `127.0.0.1`, `::1`, `0.0.0.0`.
    package let host: String
    /// The port; 0 for any free port.
    package let port: Int

    /// The default address of the server: loopback only, port 8380.
    package static let standard = ListenAddress(host: "127.0.0.1", port: 8380)

    /// The default address of the preview server: loopback only, port 8381.
    package static let standardPreview = ListenAddress(host: "127.0.0.1", port: 8381)

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// The same address with the port that the system assigned.
    package init(_ address: ListenAddress, port: Int) { self.init(host: address.host, port: port) }

    /// Parses `ADDRESS:PORT`; an IPv6 address is in brackets.
    ///
    /// - Throws: ``ServeError`` that describes the correct format.
    package init(_ text: String) throws(ServeError) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), (0...65535).contains(port) else {
            throw Self.wrong(text)
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { throw Self.wrong(text) }
        } else if host.contains(":") {
            throw Self.wrong(text)
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }) else { throw Self.wrong(text) }
        self.init(host: host, port: port)
    }

    private static func wrong(_ text: String) -> ServeError {
        ServeError(
            .badRequest, "--listen takes ADDRESS:PORT, such as 127.0.0.1:8380, [::1]:8380 or 0.0.0.0:8380, not '\(text.oneLine(limit: 80))'"
        )
    }

    /// The address with its port; an IPv6 address is in brackets.
    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The address and port at which this machine reaches itself; a wildcard address becomes the loopback address.
    package var here: String {
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        return ListenAddress(host: host, port: port).description
    }

    /// True if only programs on this machine can connect.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// True for loopback host names and addresses.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host.hasSuffix(".localhost") { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
