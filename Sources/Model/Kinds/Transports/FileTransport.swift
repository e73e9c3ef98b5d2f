import SubdialDocuments

/// A file, which is watched for changes.
package struct FileTransport: KindTransport {
    package static let key = "file"

    private let path: KindExpression

    package init(_ parts: TransportParts) throws(SettingsProblem) { path = try parts.expression(parts.node) }

    package var names: Set<String> { Set(path.names) }
    package var isLocal: Bool { true }
    package var followsFiles: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request(path: try scope.text(path)) }

    /// A file with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The path as written.
        package var path: String

        package var explanation: [String] { [path] }
    }
}
