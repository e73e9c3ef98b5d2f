import Glibc

/// The certificate authorities that the system trusts.
///
/// A TLS library knows the place of the distribution that it was built for, which is another one where a bundle runs.
package enum SystemAuthorities {
    /// The places of Debian and Arch, Fedora, openSUSE and Alpine.
    private static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]
    /// The maximum size of the file in bytes.
    private static let limit = 8 << 20

    /// The path of the file with the certificates, that of the variable `SSL_CERT_FILE` first; nil if there is none.
    package static let path: String? = {
        if let named = getenv("SSL_CERT_FILE"), named.pointee != 0 { return String(cString: named) }
        return places.first { access($0, R_OK) == 0 }
    }()

    /// The certificates in PEM form; empty if there are none.
    package static let certificates: [UInt8] =
        path.flatMap { try? InputFile.bytes(at: $0, limit: limit, accepting: .regular) } ?? []

    /// A message for a system without authorities, with the remedy; nil if it has some.
    package static var remedy: String? {
        path == nil ? "this system has no certificate authorities: install ca-certificates, or name a file of them in SSL_CERT_FILE" : nil
    }
}
