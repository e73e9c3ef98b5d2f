/// A version of the MQTT protocol.
package enum MQTTVersion: Int32, Hashable, Sendable, CustomStringConvertible {
    /// MQTT 3.1.1.
    case v311 = 4
    /// MQTT 5.
    case v5 = 5

    /// `5` or `3.1.1`.
    package var description: String { self == .v5 ? "5" : "3.1.1" }
}

/// The name and password of a client.
package struct MQTTLogin: Hashable, Sendable {
    /// The user name.
    package var user: String
    /// The password; nil for none.
    package var password: String?

    /// Makes a login.
    package init(user: String, password: String? = nil) {
        self.user = user
        self.password = password
    }
}

/// The certificate files of a TLS connection.
package struct MQTTCertificates: Hashable, Sendable {
    /// The file with the certificates of the trusted authorities; nil for those of the system.
    package var authorities: String?
    /// The file with the client certificate; nil for none.
    package var certificate: String?
    /// The file with the client's private key, without a passphrase; nil if it is in the certificate's file.
    package var key: String?

    /// Makes the files; by default the system's authorities are trusted, and no client certificate is sent.
    package init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
    }
}

/// The connection options of a client.
package struct MQTTOptions: Hashable, Sendable {
    /// The client id, which must be unique on the broker; nil for a random one.
    package var clientID: String?
    /// The login; nil for none.
    package var login: MQTTLogin?
    /// The files of a secure connection.
    package var certificates = MQTTCertificates()
    /// The last will, which the broker publishes if the connection ends without DISCONNECT; nil for none.
    package var will: MQTTMessage?
    /// The required protocol version; nil for version 5, with 3.1.1 as the fallback.
    package var version: MQTTVersion?
    /// The keep-alive interval in seconds, at least 5.
    package var keepAlive = 30
    /// The pause before the second connection attempt, and the maximum pause, in seconds.
    package var pauses = (shortest: 0.5, longest: 30.0)

    /// Makes the default options.
    package init() {}

    /// True if all connection options are equal.
    package static func == (left: MQTTOptions, right: MQTTOptions) -> Bool {
        (left.clientID, left.login, left.certificates, left.will) == (right.clientID, right.login, right.certificates, right.will)
            && (left.version, left.keepAlive) == (right.version, right.keepAlive) && left.pauses == right.pauses
    }

    /// Hashes the options that usually differ between brokers.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(clientID)
        hasher.combine(login)
        hasher.combine(certificates)
        hasher.combine(version)
    }
}
