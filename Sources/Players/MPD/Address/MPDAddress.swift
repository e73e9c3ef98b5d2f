import HTTP
import Playback

/// Where a Music Player Daemon listens: `mpd:`, `mpd://nas.local:6601`, `mpd://PASSWORD@nas.local` or `mpd:/run/mpd/socket`.
///
/// A password in the address is sent, and never shown.
public struct MPDAddress: Hashable, Sendable {
    /// The port that the daemon listens on unless it is told otherwise.
    public static let defaultPort = 6600

    /// What a connection is made to.
    public enum Endpoint: Hashable, Sendable {
        /// A host by name or number, an IPv6 one without brackets, and a port from 1 to 65535.
        case host(String, port: Int)
        /// A socket in the file system, by its absolute path.
        case socket(path: String)
        /// A socket of Linux that has a name instead of a file.
        case abstractSocket(name: String)
    }

    /// What a connection is made to.
    public let endpoint: Endpoint
    /// Sent before anything else; nil where none is needed.
    let password: String?

    init(endpoint: Endpoint, password: String? = nil) {
        self.endpoint = endpoint
        self.password = password
    }

    /// The daemon of this machine, on its usual port.
    public static let local = MPDAddress(endpoint: .host("localhost", port: defaultPort))

    /// Whether a password is sent.
    public var hasPassword: Bool { password != nil }

    /// The address as messages show it, without its password.
    public var text: String {
        switch endpoint {
        case .host: "mpd://\(place)"
        case .socket, .abstractSocket: "mpd:\(place)"
        }
    }

    /// The id of the one zone that such a daemon is: `mpd:HOST`, `mpd:HOST:PORT` or `mpd:/PATH`.
    public var zone: ZoneID { ZoneID("mpd:\(place)") }

    /// The zone's name for people: the host, or `MPD` for a socket.
    public var name: String {
        switch endpoint {
        case .host(let host, _): host
        case .socket, .abstractSocket: "MPD"
        }
    }

    /// What to write in place of this address to send a password along.
    var withPlaceOfPassword: String { "mpd://PASSWORD@\(place)" }

    /// The host with the port that is not the usual one, the path, or the name behind an `@`.
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
    public var description: String { text }
    /// The address without its password.
    public var debugDescription: String { text }
    /// The address without its password, so that no dump shows it either.
    public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
