/// The address of a mixing console.
package struct ConsoleAddress: Hashable, Sendable, CustomStringConvertible {
    /// The transport of messages.
    enum Transport: Hashable, Sendable {
        /// A WebSocket with one message per text frame; an IPv6 address has no brackets.
        case webSocket(host: String, port: Int, path: String)
        /// TCP with one message per line.
        case tcp(host: String, port: Int)
        /// A Unix socket with one message per line.
        case unix(path: String)
    }

    /// The address, as written.
    package let description: String
    /// The transport.
    let transport: Transport

    /// Parses `ws://HOST:PORT/PATH`, `tcp://HOST:PORT` or `unix:/PATH`.
    package init(_ text: String) throws(ConsoleError) {
        guard !text.isEmpty else { throw .noAddress }
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw .address(text, reason: "it has blanks or controls in it")
        }
        description = text
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5).hasPrefix("//") ? text.dropFirst(7) : text.dropFirst(5)
            guard path.hasPrefix("/") else { throw .address(text, reason: "behind 'unix:' stands a path from the root") }
            // `sun_path` has 108 bytes, including the terminator.
            guard path.utf8.count < 108 else { throw .address(text, reason: "the path of a socket has 107 bytes at most") }
            transport = .unix(path: String(path))
            return
        }
        if text.hasPrefix("wss://") {
            throw .address(text, reason: "consoles are not reached over TLS; use ws:// in a network that you trust, or a tunnel")
        }
        let isWebSocket = text.hasPrefix("ws://")
        guard isWebSocket || text.hasPrefix("tcp://") else {
            throw .address(text, reason: "it begins with ws://, tcp:// or unix:")
        }
        let rest = text.dropFirst(isWebSocket ? 5 : 6)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let tail = rest.dropFirst(authority.count).prefix { $0 != "#" }
        guard !authority.contains("@") else { throw .address(text, reason: "it takes no name and no password") }
        let (host, port) = try Self.split(authority, of: text)
        if isWebSocket {
            transport = .webSocket(host: host, port: port ?? 80, path: tail.hasPrefix("/") ? String(tail) : "/\(tail)")
        } else {
            guard let port else { throw .address(text, reason: "it takes a port, like tcp://\(authority):9000") }
            guard tail.isEmpty || tail == "/" else { throw .address(text, reason: "behind the port of tcp:// stands nothing") }
            transport = .tcp(host: host, port: port)
        }
    }

    /// Splits host and port; nil for no port.
    private static func split(_ authority: Substring, of text: String) throws(ConsoleError) -> (String, Int?) {
        var (host, digits) = (authority, Substring())
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[authority.index(after: authority.startIndex)..<end]
            digits = authority[authority.index(after: end)...]
        } else if let colon = authority.lastIndex(of: ":") {
            (host, digits) = (authority[..<colon], authority[colon...])
        }
        guard !host.isEmpty else { throw .address(text, reason: "the host is missing") }
        guard !digits.isEmpty else { return (String(host), nil) }
        guard digits.hasPrefix(":"), let port = Int(digits.dropFirst()), (1...65_535).contains(port) else {
            throw .address(text, reason: "a port is a number from 1 to 65535")
        }
        return (String(host), port)
    }
}
