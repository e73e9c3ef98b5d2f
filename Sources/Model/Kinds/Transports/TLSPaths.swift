import SubdialDocuments

/// The files with the certificates of a request.
package struct TLSPaths: Sendable {
    private let authorities: KindExpression?
    private let certificate: KindExpression?
    private let key: KindExpression?
    private let verifies: Bool

    /// Parses `{ ca, certificate, key, verify }`; nil without the key.
    init?(_ parts: TransportParts) throws(SettingsProblem) {
        guard let node = parts["tls"] else { return nil }
        let members = parts.members(of: node, ["ca", "certificate", "key", "verify"], like: "ca: authority.pem")
        func path(_ key: String) throws(SettingsProblem) -> KindExpression? {
            try members[key].map { (node) throws(SettingsProblem) in try parts.expression(node) }
        }
        authorities = try path("ca")
        certificate = try path("certificate")
        key = try path("key")
        verifies = try members["verify"]?.flag() ?? true
        guard (certificate == nil) == (key == nil) else {
            throw node.error("\(node.name): 'certificate' and 'key' belong together; one file may have both")
        }
        if !verifies, authorities != nil { throw node.error("\(node.name): with 'verify: false', 'ca' has no effect") }
    }

    /// The names that its expressions use.
    var names: [String] { [authorities, certificate, key].compactMap { $0 }.flatMap(\.names) }

    /// The files with the values of an instance.
    func files(in scope: RequestScope) throws(KindError) -> Files {
        Files(
            authorities: try scope.text(authorities), certificate: try scope.text(certificate), key: try scope.text(key), verifies: verifies
        )
    }

    /// The files with the values of an instance; their paths are as written, and empty for none.
    package struct Files: Sendable, Hashable {
        /// The certificates of the authorities that are trusted besides those of the system, in PEM form.
        package var authorities: String
        /// The certificate of this client, in PEM form.
        package var certificate: String
        /// The key of this client, in PEM form.
        package var key: String
        /// True if the certificate of the server is verified.
        package var verifies: Bool
    }
}
