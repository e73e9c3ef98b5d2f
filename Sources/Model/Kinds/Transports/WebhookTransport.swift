import SubdialDocuments

/// JSON documents that other programs send to the widget server.
package struct WebhookTransport: KindTransport {
    package static let key = "webhook"
    /// The beginning of the server's paths.
    package static let prefix = "/webhooks/"

    /// The name in the path of the server.
    private let name: String

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        name = try parts.node.text()
        guard Self.isName(name) else {
            throw parts.node.error("\(parts.node.name) takes a name of 1 to 64 letters, digits, '-' and '_', like 'webhook: doorbell'")
        }
        try parts.checkFormat(Self.key, "whose documents are JSON")
    }

    package var names: Set<String> { [] }
    package var isLocal: Bool { false }
    package var followsFiles: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request(name: name) }

    /// True for a name that may stand in a path and be that of a file.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "-_".utf8.contains(byte)
            }
    }

    /// The last document that was received by a name.
    package struct Request: ResolvedRequest, Hashable {
        /// The name in the path of the server.
        package var name: String

        package var explanation: [String] { ["POST \(WebhookTransport.prefix)\(name)/•••"] }
    }
}
