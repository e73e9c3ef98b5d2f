import HTTP
import PercentEncoding
import Playback

/// Where a VLC's web interface listens: `vlc:`, `vlc://:PASSWORD@localhost` or `vlc://:PASSWORD@nas.local:8081`.
///
/// The password in the address is sent, and never shown.
public struct VLCAddress: Hashable, Sendable {
    /// The port that VLC listens on unless it is told otherwise.
    public static let defaultPort = 8080

    /// In lower case; in brackets where it is an IPv6 address.
    public let host: String
    /// From 1 to 65535.
    public let port: Int
    /// nil where none was given, with which VLC lets nobody in.
    let password: String?
    private let isLoopback: Bool

    init(host: String, port: Int, password: String?, isLoopback: Bool) {
        self.host = host
        self.port = port
        self.password = password
        self.isLoopback = isLoopback
    }

    /// Whether a password is sent.
    public var hasPassword: Bool { password != nil }

    /// The address as messages show it, without its password.
    public var text: String { "vlc://\(place)" }

    /// The id of the one zone that such a VLC is: `vlc:HOST` or `vlc:HOST:PORT`.
    public var zone: ZoneID { ZoneID("vlc:\(place)") }

    /// The zone's name for people: `VLC` on this machine, `VLC on HOST` on others.
    public var name: String { isLoopback ? "VLC" : "VLC on \(host)" }

    /// What to write in place of this address to send a password along.
    var withPlaceOfPassword: String { "vlc://:PASSWORD@\(place)" }

    /// The web address of `path`, which begins with a slash, with the password in it: it must not get into any message.
    func url(_ path: String) -> String {
        // VLC takes no user but the empty one.
        let login = password.map { ":\($0.percentEncoded)@" } ?? ""
        return "http://\(login)\(host):\(port)\(path)"
    }

    private var place: String { host + (port == Self.defaultPort ? "" : ":\(port)") }
}

extension VLCAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without its password.
    public var description: String { text }
    /// The address without its password.
    public var debugDescription: String { text }
    /// The address without its password, so that no dump shows it either.
    public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
