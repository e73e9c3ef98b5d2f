/// The certificates of a request by TLS, each in PEM form.
package struct HTTPCertificates: Hashable, Sendable {
    /// The authorities that are trusted besides those of the system and of the settings; nil for none.
    package var authorities: [UInt8]?
    /// The certificate of this client; nil for none.
    package var certificate: [UInt8]?
    /// The key of this client; nil for none.
    package var key: [UInt8]?
    /// True if the certificate of the server is verified.
    package var verifies: Bool

    /// Makes certificates.
    package init(authorities: [UInt8]? = nil, certificate: [UInt8]? = nil, key: [UInt8]? = nil, verifies: Bool = true) {
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
        self.verifies = verifies
    }
}
