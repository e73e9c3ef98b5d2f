import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// The address of a VLC web interface: `vlc:`, `vlc://:PASSWORD@localhost` or `vlc://:PASSWORD@nas.local:8081`.
///
/// The password in the address is sent to VLC and never shown.
package struct VLCAddress: Hashable, Sendable {
    /// VLC's default port.
    private static let defaultPort = 8080

    /// The host in lower case; an IPv6 address is in brackets.
    private let host: String
    /// The port from 1 to 65535.
    private let port: Int
    /// nil if none was given; VLC rejects requests without a password.
    private let password: String?
    private let isLoopback: Bool

    init(host: String, port: Int, password: String?, isLoopback: Bool) {
        self.host = host
        self.port = port
        self.password = password
        self.isLoopback = isLoopback
    }

    /// True if a password is sent.
    package var hasPassword: Bool { password != nil }

    /// The address without its password, for messages.
    package var text: String { "vlc://\(place)" }

    /// The id of the VLC's only zone: `vlc:HOST` or `vlc:HOST:PORT`.
    package var zone: ZoneID { ZoneID("vlc:\(place)") }

    /// The zone's display name: `VLC` on this machine, `VLC on HOST` on others.
    package var name: String { isLoopback ? "VLC" : "VLC on \(host)" }

    /// The form of this address that includes a password, for messages.
    var withPlaceOfPassword: String { "vlc://:PASSWORD@\(place)" }

    /// The URL of `path`, which begins with a slash; it contains the password and must not appear in messages.
    func url(_ path: String) -> String {
        // VLC accepts only an empty user name.
        let login = password.map { ":\($0.percentEncoded)@" } ?? ""
        return "http://\(login)\(host):\(port)\(path)"
    }

    private var place: String { host + (port == Self.defaultPort ? "" : ":\(port)") }
}

extension VLCAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without its password.
    package var description: String { text }
    /// The address without its password.
    package var debugDescription: String { text }
    /// A mirror with the address without its password, so that `dump` does not show the password either.
    package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

extension VLCAddress {
    /// Parses an address that a user wrote: `vlc:` for this machine, or `vlc://:PASSWORD@HOST:PORT`, of which only the host is required.
    ///
    /// The colon before the password is optional. Characters that an address cannot contain are written as `%` and two hexadecimal digits.
    ///
    /// - Throws: `SourceError.badAddress` with a message that suggests a correct form and never includes the password, or
    ///   `SourceError.noLibrary`.
    package init(_ text: String) throws(SourceError) {
        let written = text.trimmed()
        // Everything before the last `@` may be part of a password.
        let shown = written.lastIndex(of: "@").map { "vlc://" + written[written.index(after: $0)...] } ?? written
        func bad(_ reason: String) -> SourceError { .badAddress(shown.oneLine(limit: 100), reason: reason) }

        guard !written.isEmpty else { throw bad("it is empty; write vlc: for this machine, or vlc://:PASSWORD@HOST") }
        guard written.utf8.count <= 2000 else { throw bad("it is far too long") }
        guard written.lowercased().hasPrefix("vlc:") else { throw bad("it does not begin with 'vlc:'; write vlc://:PASSWORD@HOST") }
        var rest = written.dropFirst(4)
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) } else if rest.isEmpty { rest = "localhost" }
        guard !rest.isEmpty, !rest.hasPrefix("/"), !rest.hasSuffix("@") else {
            throw bad("the host is missing; write vlc: for this machine, or vlc://:PASSWORD@HOST")
        }
        guard rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw bad("it holds a blank or a control character; write %20 for a blank in a password")
        }

        var login: Substring?
        if let at = rest.lastIndex(of: "@") {
            login = rest[..<at]
            rest = rest[rest.index(after: at)...]
        }
        let url: WebURL
        do throws(HTTPError) {
            url = try WebURL(parsing: "http://\(rest)")
        } catch {
            if case .noLibrary = error { throw .noLibrary("\(error)") }
            throw bad("\(error)")
        }
        guard url.path == "/", !url.hasQuery, !url.hasFragment else { throw bad("leave out what stands behind the host and port") }
        self.init(
            host: url.host.lowercased(), port: url.port ?? Self.defaultPort,
            password: try login.map { (login) throws(SourceError) in
                guard let password = Self.password(of: login) else {
                    throw bad("VLC knows no user names; write vlc://:PASSWORD@HOST, with %3A for a ':' in the password")
                }
                guard !password.isEmpty else { throw bad("there is no password before the '@'; write vlc://:PASSWORD@HOST") }
                guard password.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                    throw bad("its password holds a control character")
                }
                return password
            }, isLoopback: url.isLoopback)
    }

    /// The password before the `@`, without its leading colon; nil if there is a user name too.
    private static func password(of login: Substring) -> String? {
        let password = login.hasPrefix(":") ? login.dropFirst() : login
        return password.contains(":") && password.startIndex == login.startIndex ? nil : MediaAddress.decoded(String(password))
    }
}
