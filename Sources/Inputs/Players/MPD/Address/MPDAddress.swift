import SubdialBasics
import SubdialHTTP
import SubdialPlayback
import SubdialSockets

/// The address of a Music Player Daemon: `mpd:`, `mpd://nas.local:6601`, `mpd://PASSWORD@nas.local` or `mpd:/run/mpd/socket`.
///
/// A password in the address is sent to the daemon and never shown.
package struct MPDAddress: Hashable, Sendable {
    /// The daemon's default port.
    fileprivate static let defaultPort = 6600

    /// The target of the connection.
    package let endpoint: SocketEndpoint
    /// The password, sent before any other command; nil if none is needed.
    let password: String?
    /// The seconds within which the daemon has to answer; nil for the limits of Subdial.
    let timeout: Int?

    init(endpoint: SocketEndpoint, password: String? = nil, timeout: Int? = nil) {
        self.endpoint = endpoint
        self.password = password
        self.timeout = timeout
    }

    /// The daemon on this machine, on the default port.
    package static let local = MPDAddress(endpoint: .host("localhost", port: defaultPort))

    /// True if a password is sent.
    package var hasPassword: Bool { password != nil }

    /// The address without its password, for messages.
    package var text: String {
        switch endpoint {
        case .host: "mpd://\(place)"
        case .socket, .abstractSocket: "mpd:\(place)"
        }
    }

    /// The id of the daemon's only zone: `mpd:HOST`, `mpd:HOST:PORT` or `mpd:/PATH`.
    package var zone: ZoneID { ZoneID("mpd:\(place)") }

    /// The zone's display name: the host, or `MPD` for a socket.
    package var name: String {
        switch endpoint {
        case .host(let host, _): host
        case .socket, .abstractSocket: "MPD"
        }
    }

    /// The form of this address that includes a password, for messages.
    var withPlaceOfPassword: String { "mpd://PASSWORD@\(place)" }

    /// The host with its port unless that is the default, the path, or the abstract socket's name behind an `@`.
    private var place: String {
        switch endpoint {
        case .host(let host, let port):
            (host.contains(":") ? "[\(host)]" : host) + (port == Self.defaultPort ? "" : ":\(port)")
        case .socket(let path): path
        case .abstractSocket(let name): "@\(name)"
        }
    }
}

extension MPDAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without its password.
    package var description: String { text }
    /// The address without its password.
    package var debugDescription: String { text }
    /// A mirror with the address without its password, so that `dump` does not show the password either.
    package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

extension MPDAddress {
    /// Parses an address that a user wrote: `mpd:`, followed by nothing, a host, a host and a port, or the path of a socket.
    ///
    /// A password precedes an `@`. Characters that an address cannot contain are written as `%` and two hexadecimal digits.
    ///
    /// - Throws: `SourceError.badAddress` with a message that suggests a correct form and never includes the password.
    package init(_ text: String) throws(SourceError) {
        let written = text.trimmed()
        let parser = MPDAddressParser(shown: Self.withoutPassword(written))
        self = try parser.address(written)
    }

    /// Makes the address that other clients read from the variables `MPD_HOST`, `MPD_PORT` and `MPD_TIMEOUT`.
    ///
    /// - Parameters:
    ///   - host: A host, the path of a socket, or the name of an abstract socket behind an `@`; a password and an `@` may precede it.
    ///     nil or empty for this machine.
    ///   - port: nil or empty for port 6600. Ignored for a socket.
    ///   - timeout: Seconds; nil, empty or 0 for the limits of Subdial.
    /// - Throws: `SourceError.badAddress` with a message that suggests a correct form and never includes the password.
    package init(host: String?, port: String?, timeout: String? = nil) throws(SourceError) {
        var place = (host ?? "").trimmed()
        var password: String?
        if let at = place.firstIndex(of: "@"), at > place.startIndex {
            password = String(place[..<at])
            place = String(place[place.index(after: at)...])
        }
        let parser = MPDAddressParser(shown: place)
        if let password { try parser.check(password: password) }
        let seconds = try parser.timeout((timeout ?? "").trimmed())
        if place.hasPrefix("/") || place.hasPrefix("@") {
            self.init(endpoint: try parser.socket(place), password: password, timeout: seconds)
            return
        }
        guard !place.hasPrefix("~") else { throw parser.unknownHome }
        let writtenPort = (port ?? "").trimmed()
        let number = writtenPort.isEmpty ? Self.defaultPort : try parser.port(writtenPort)
        let host = place.isEmpty ? "localhost" : try parser.host(MPDAddressParser.withoutBrackets(place))
        self.init(endpoint: .host(host, port: number), password: password, timeout: seconds)
    }

    private static func withoutPassword(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return text }
        var start = text.index(after: colon)
        if text[start...].hasPrefix("//") { start = text.index(start, offsetBy: 2) }
        let end = text[start...].firstIndex(of: "/") ?? text.endIndex
        guard let at = text[start..<end].lastIndex(of: "@"), at > start else { return text }
        return String(text[..<start] + text[text.index(after: at)...])
    }
}

/// Parses addresses and describes what is wrong with them.
struct MPDAddressParser {
    /// The part of the address that a message may show.
    let shown: String

    private func bad(_ reason: String) -> SourceError { .badAddress(shown.oneLine(limit: 100), reason: reason) }

    fileprivate func address(_ written: String) throws(SourceError) -> MPDAddress {
        guard !written.isEmpty else { throw bad("it is empty; write mpd: for this machine, or mpd://HOST") }
        guard written.utf8.count <= 2000 else { throw bad("it is far too long") }
        guard written.lowercased().hasPrefix("mpd:") else { throw bad("it does not begin with 'mpd:'; write mpd://HOST") }
        var rest = written.dropFirst(4)
        if rest.isEmpty { return .local }
        if rest.hasPrefix("?") { return try variables(rest.dropFirst()).address() }
        // Without slashes, a leading '@' is part of an abstract socket's name, as other clients write it.
        if rest.hasPrefix("/") && !rest.hasPrefix("//") || rest.hasPrefix("@") { return MPDAddress(endpoint: try socket(String(rest))) }
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        guard !rest.isEmpty else { throw bad("the host is missing; write mpd: for this machine, or mpd://HOST") }

        let authority = rest.prefix { $0 != "/" }
        let path = rest[authority.endIndex...]
        guard let at = authority.lastIndex(of: "@") else {
            return MPDAddress(endpoint: try endpoint(authority, path))
        }
        let password = try decoded(authority[..<at])
        try check(password: password)
        return MPDAddress(endpoint: try endpoint(authority[authority.index(after: at)...], path), password: password)
    }

    /// Parses the form of ``MPDVariables/text``.
    private func variables(_ query: Substring) throws(SourceError) -> MPDVariables {
        var variables = MPDVariables()
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, let value = pair[1].percentDecoded else { throw unknownQuery }
            switch pair[0] {
            case "host": variables.host = value
            case "port": variables.port = value
            case "timeout": variables.timeout = value
            default: throw unknownQuery
            }
        }
        return variables
    }

    /// The query may contain a password, so that the message shows nothing of it.
    private var unknownQuery: SourceError { .badAddress("mpd:?", reason: "only host=, port= and timeout= may follow the '?'") }

    private func endpoint(_ place: Substring, _ path: Substring) throws(SourceError) -> SocketEndpoint {
        if place.isEmpty {
            guard path.count > 1 else { throw bad("the host is missing; write mpd: for this machine, or mpd://HOST") }
            return try socket(String(path))
        }
        guard path.isEmpty || path == "/" else { throw bad("leave out '\(path)'; the path of a socket stands without a host: mpd:\(path)") }
        if place.hasPrefix("[") {
            guard let end = place.firstIndex(of: "]") else { throw bad("a ']' is missing behind the IPv6 address") }
            let host = try host(String(place[place.index(after: place.startIndex)..<end]))
            let behind = place[place.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw bad("only a port may follow the ']'; write [HOST]:PORT") }
            return .host(host, port: behind.isEmpty ? MPDAddress.defaultPort : try port(String(behind.dropFirst())))
        }
        let parts = place.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw bad("an IPv6 address stands in brackets; write mpd://[\(place)]") }
        guard !parts[0].isEmpty else { throw bad("the host is missing; write mpd://HOST:PORT") }
        let host = try host(String(parts[0]))
        return .host(host, port: parts.count == 2 ? try port(String(parts[1])) : MPDAddress.defaultPort)
    }

    fileprivate func host(_ text: String) throws(SourceError) -> String {
        guard !text.isEmpty, text.utf8.count <= 253 else { throw bad("that is no host; write mpd://HOST") }
        let forbidden = text.unicodeScalars.first { $0.value <= 0x20 || $0.value == 0x7F || "/@[]?#%\"\\~".unicodeScalars.contains($0) }
        guard forbidden == nil else { throw bad("a host holds no such character as there is in it; write mpd://HOST:PORT") }
        return text.lowercased()
    }

    fileprivate func port(_ text: String) throws(SourceError) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), (1...65535).contains(number)
        else {
            throw bad("the port is a number from 1 to 65535, usually \(MPDAddress.defaultPort)")
        }
        return number
    }

    /// Parses seconds; nil for an empty text and for 0, which other clients read as their standard.
    fileprivate func timeout(_ text: String) throws(SourceError) -> Int? {
        guard !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int(text), (0...3600).contains(seconds) else {
            throw bad("the timeout is a number of seconds from 1 to 3600")
        }
        return seconds == 0 ? nil : seconds
    }

    /// The error of a path below a home folder that is unknown.
    fileprivate var unknownHome: SourceError { bad("only ~/ can be expanded, and only if HOME is set; write the path of the socket") }

    /// Parses an absolute path, or the name of an abstract socket with its leading `@`.
    fileprivate func socket(_ text: String) throws(SourceError) -> SocketEndpoint {
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { throw bad("it holds a control character") }
        guard text.utf8.count > 1, !text.hasSuffix("/") else {
            throw bad("that is no socket; write its path, such as mpd:/run/mpd/socket")
        }
        // `sun_path` holds 108 bytes, including the terminating zero.
        guard text.utf8.count <= 107 else { throw bad("the path of a socket holds 107 bytes at most; write a link to it") }
        return text.hasPrefix("@") ? .abstractSocket(name: String(text.dropFirst())) : .socket(path: text)
    }

    fileprivate func check(password: String) throws(SourceError) {
        guard !password.isEmpty else { throw bad("there is no password before the '@'; leave the '@' out, or write mpd://PASSWORD@HOST") }
        guard password.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw bad("its password holds a control character")
        }
    }

    private func decoded(_ text: Substring) throws(SourceError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            rest = rest.dropFirst(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw bad("a '%' in a password is written as %25") }
            bytes.append(value)
        }
        guard let password = String(validating: bytes, as: UTF8.self) else { throw bad("its password is not UTF-8") }
        return password
    }

    fileprivate static func withoutBrackets(_ text: String) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
}
