import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// The address of a VLC web interface: `vlc:`, `vlc://:PASSWORD@localhost` or `vlc://:PASSWORD@nas.local:8081`.
///
/// The password in the address is sent to VLC and never shown.
package struct VLCAddress: Hashable, Sendable {
    /// VLC's default port.
    package static let defaultPort = 8080

    /// The host in lower case; an IPv6 address is in brackets.
    package let host: String
    /// The port from 1 to 65535.
    package let port: Int
    /// nil if none was given; VLC rejects requests without a password.
    let password: String?
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
