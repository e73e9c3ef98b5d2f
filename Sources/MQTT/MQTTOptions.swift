/// A version of the MQTT protocol.
public enum MQTTVersion: Int32, Hashable, Sendable, CustomStringConvertible {
    /// MQTT 3.1.1.
    case v311 = 4
    /// MQTT 5.
    case v5 = 5

    /// `5` or `3.1.1`.
    public var description: String { self == .v5 ? "5" : "3.1.1" }
}

/// The name and password of a client.
public struct MQTTLogin: Hashable, Sendable {
    /// The user name.
    public var user: String
    /// The password; nil for none.
    public var password: String?

    /// Makes a login.
    public init(user: String, password: String? = nil) {
        self.user = user
        self.password = password
    }
}

/// The certificate files of a TLS connection.
public struct MQTTCertificates: Hashable, Sendable {
    /// The file with the certificates of the trusted authorities; nil for those of the system.
    public var authorities: String?
    /// The file with the client certificate; nil for none.
    public var certificate: String?
    /// The file with the client's private key, without a passphrase; nil if it is in the certificate's file.
    public var key: String?

    /// Makes the files; by default the system's authorities are trusted, and no client certificate is sent.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
    }
}

/// The connection options of a client.
public struct MQTTOptions: Hashable, Sendable {
    /// The client id, which must be unique on the broker; nil for a random one.
    public var clientID: String?
    /// The login; nil for none.
    public var login: MQTTLogin?
    /// The files of a secure connection.
    public var certificates = MQTTCertificates()
    /// The last will, which the broker publishes if the connection ends without DISCONNECT; nil for none.
    public var will: MQTTMessage?
    /// The required protocol version; nil for version 5, with 3.1.1 as the fallback.
    public var version: MQTTVersion?
    /// The keep-alive interval in seconds, at least 5.
    public var keepAlive = 30
    /// The pause before the second connection attempt, and the maximum pause, in seconds.
    public var pauses = (shortest: 0.5, longest: 30.0)

    /// Makes the default options.
    public init() {}

    /// True if all connection options are equal.
    public static func == (left: MQTTOptions, right: MQTTOptions) -> Bool {
        (left.clientID, left.login, left.certificates, left.will) == (right.clientID, right.login, right.certificates, right.will)
            && (left.version, left.keepAlive) == (right.version, right.keepAlive) && left.pauses == right.pauses
    }

    /// Hashes the options that usually differ between brokers.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(clientID)
        hasher.combine(login)
        hasher.combine(certificates)
        hasher.combine(version)
    }
}
