/// A version of the protocol.
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
    /// The user's name.
    public var user: String
    /// The password; nil for none.
    public var password: String?

    /// Makes a login.
    public init(user: String, password: String? = nil) {
        self.user = user
        self.password = password
    }
}

/// Files of a secure connection.
public struct MQTTCertificates: Hashable, Sendable {
    /// The file with the certificates of the authorities that are trusted; nil for those of the system.
    public var authorities: String?
    /// The file with the certificate that this client shows; nil for none.
    public var certificate: String?
    /// The file with its key, which has no passphrase; nil where it stands in the certificate's file.
    public var key: String?

    /// Makes the files; without any the authorities of the system are trusted, and no certificate is shown.
    public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
    }
}

/// How a client connects.
public struct MQTTOptions: Hashable, Sendable {
    /// The client's name, which no other client of the broker has; nil for one that is made up.
    public var clientID: String?
    /// The login; nil for none.
    public var login: MQTTLogin?
    /// The files of a secure connection.
    public var certificates = MQTTCertificates()
    /// The message that the broker publishes where the connection ends without a word; nil for none.
    public var will: MQTTMessage?
    /// The only version that is spoken; nil for 5, and 3.1.1 where the broker does not know that.
    public var version: MQTTVersion?
    /// Seconds after which a silent connection is tried, 5 or more.
    public var keepAlive = 30
    /// Seconds before the second try to reach a broker that is away, and the longest that any wait is.
    public var pauses = (shortest: 0.5, longest: 30.0)

    /// Makes the usual options.
    public init() {}

    /// True where both connect in the same way.
    public static func == (left: MQTTOptions, right: MQTTOptions) -> Bool {
        (left.clientID, left.login, left.certificates, left.will) == (right.clientID, right.login, right.certificates, right.will)
            && (left.version, left.keepAlive) == (right.version, right.keepAlive) && left.pauses == right.pauses
    }

    /// Puts in what tells brokers apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(clientID)
        hasher.combine(login)
        hasher.combine(certificates)
        hasher.combine(version)
    }
}
