import SubdialDocuments

/// A mixing console, which pushes changes.
package struct ConsoleTransport: KindTransport {
    package static let key = "console"

    /// The address; the environment's default if it is empty.
    private let address: KindExpression

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        try parts.checkFormat(Self.key)
        address = try parts.expression(parts.node)
    }

    package var names: Set<String> { Set(address.names) }
    package var isLocal: Bool { false }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request(address: try scope.text(address)) }

    /// A console with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The address as written; empty for the environment's default.
        package var address: String

        package var explanation: [String] { [address.isEmpty ? "the mixing console" : address] }
    }
}
