import SubdialDocuments
import SubdialExpressions

/// The document itself.
package struct FixedTransport: KindTransport {
    package static let key = "static"

    private let value: Value

    package init(_ parts: TransportParts) throws(SettingsProblem) { value = parts.node.value }

    package var names: Set<String> { [] }
    package var isLocal: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request(value: value) }

    /// The document.
    package struct Request: ResolvedRequest, Hashable {
        /// The document.
        package var value: Value

        package var explanation: [String] { ["kind.yaml itself"] }
    }
}
