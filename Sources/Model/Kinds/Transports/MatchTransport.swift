import SubdialDocuments

/// A match file, which is watched for changes; the running match if the path is empty.
package struct MatchTransport: KindTransport {
    package static let key = "match"
    package static let maximumBytes = 16 << 20

    private let path: KindExpression

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        try parts.checkFormat(Self.key, "whose files have forms of their own")
        path = try parts.expression(parts.node)
    }

    package var names: Set<String> { Set(path.names) }
    package var isLocal: Bool { true }
    package var followsFiles: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request(path: try scope.text(path)) }

    /// A match with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The path as written; empty for the running match.
        package var path: String

        package var explanation: [String] { [path.isEmpty ? "the running match" : path] }
    }
}
