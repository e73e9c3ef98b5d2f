import SubdialDocuments
import SubdialExpressions

/// The devices and streams of the sound server, which pushes changes.
package struct MixerTransport: KindTransport {
    package static let key = "mixer"
    package static let keys = ["meters"]

    /// The number of peak levels per second; nil for none.
    private let meters: KindExpression?

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        try parts.checkFormat(Self.key)
        try parts.checkTrue(Self.key)
        meters = try parts.expression(of: "meters")
    }

    package var names: Set<String> { Set(meters?.names ?? []) }
    package var isLocal: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        let rate = try scope.number(meters)
        guard rate == 0 || (1...60).contains(rate) else {
            throw KindError(.source, at: "meters", "meters takes 1 to 60 levels a second, or 0 for none")
        }
        return Request(meters: rate)
    }

    /// A request to the sound server with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The number of peak levels per second; 0 for none.
        package var meters: Double

        package var explanation: [String] {
            ["the sound server" + (meters > 0 ? ", \(Value.double(meters).text) peak levels a second" : "")]
        }
    }
}
