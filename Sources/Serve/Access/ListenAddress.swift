/// The address and port that a server listens on.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An address of this machine, without brackets: `127.0.0.1`, `::1`, `0.0.0.0`.
    public let host: String
    /// 0 for a free one.
    public let port: Int

    /// This machine alone, port 8380.
    public static let standard = ListenAddress(host: "127.0.0.1", port: 8380)

    /// This machine alone, port 8381: where authors look at what they write.
    public static let standardPreview = ListenAddress(host: "127.0.0.1", port: 8381)

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// The same address with the port that was given to it.
    public init(_ address: ListenAddress, port: Int) { self.init(host: address.host, port: port) }

    /// Reads `ADDRESS:PORT`; an IPv6 address stands in brackets.
    ///
    /// - Throws: ``ServeError`` with what to write instead.
    public init(_ text: String) throws(ServeError) {
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
            .badRequest, "--listen takes ADDRESS:PORT, such as 127.0.0.1:8380, [::1]:8380 or 0.0.0.0:8380, not '\(text.shown)'")
    }

    /// The address with its port, an IPv6 address in brackets.
    public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The address and the port at which this machine reaches itself, where it listens on all of its addresses too.
    public var here: String {
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        return ListenAddress(host: host, port: port).description
    }

    /// True where only programs of this machine can connect.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// True for the names and addresses of this machine that nobody else answers to.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" || host.hasSuffix(".localhost") { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
