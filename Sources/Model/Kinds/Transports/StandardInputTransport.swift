import SubdialDocuments

/// Lines on standard input.
package struct StandardInputTransport: KindTransport {
    package static let key = "stdin"

    package init(_ parts: TransportParts) throws(SettingsProblem) { try parts.checkTrue(Self.key) }

    package var names: Set<String> { [] }
    package var isLocal: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request { Request() }

    /// The next line.
    package struct Request: ResolvedRequest, Hashable {
        package var explanation: [String] { ["standard input"] }
    }
}
