import SubdialHTTP
import SubdialPlayback

/// The address of a Music Player Daemon: `mpd:`, `mpd://nas.local:6601`, `mpd://PASSWORD@nas.local` or `mpd:/run/mpd/socket`.
///
/// A password in the address is sent to the daemon and never shown.
package struct MPDAddress: Hashable, Sendable {
    /// The daemon's default port.
    package static let defaultPort = 6600

    /// The target of a connection.
    package enum Endpoint: Hashable, Sendable {
        /// A host name or IP address (IPv6 without brackets) and a port from 1 to 65535.
        case host(String, port: Int)
        /// The absolute path of a Unix socket.
        case socket(path: String)
        /// The name of a Linux abstract socket.
        case abstractSocket(name: String)
    }

    /// The target of the connection.
    package let endpoint: Endpoint
    /// The password, sent before any other command; nil if none is needed.
    let password: String?

    init(endpoint: Endpoint, password: String? = nil) {
        self.endpoint = endpoint
        self.password = password
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
