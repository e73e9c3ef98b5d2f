import SubdialBasics
import SubdialDocuments

/// A simulated fault between the bridge and its client.
struct Fault: Sendable, Equatable {
    let kind: Kind
    let endpoints: Set<Endpoint>
    /// The start and the end, on the scenario's clock.
    let from: Duration
    let until: Duration?
    /// The maximum number of occurrences.
    let count: Int?
    /// Strikes the first of every this many requests.
    let every: Int

    enum Kind: Sendable, Equatable {
        /// The correct response, delayed in real time, whatever the scenario's speed.
        case latency(Duration)
        /// No response; the connection stays open.
        case timeout
        /// A connection reset, with a TCP RST.
        case reset
        /// An error status with a JSON error body.
        case status(Int)
        /// A Content-Length of the whole body, half of the body, then the end of the connection.
        case truncated
        /// Half of a JSON text, with a matching Content-Length.
        case invalidJSON
        case wrongTypes(WrongTypes)
        /// A streamed body of this many bytes.
        case hugeBody(Int)
        /// Single bytes at this interval.
        case slowDrip(Duration)
        /// A picture with a JPEG header followed by noise.
        case corruptJPEG
        /// The correct body with this media type.
        case contentType(String)
        /// Header fields of this many bytes in total.
        case hugeHeaders(Int)
    }

    /// The kind of type error.
    enum WrongTypes: String, Sendable, CaseIterable {
        /// `"volume": "-23.5"`, `"is_playing": "true"`
        case strings
        /// `"zones": {"0": …}`
        case objects
        /// Null for everything except the outermost object.
        case nulls
    }

    /// The names of the kinds in a scenario file.
    static let kinds = [
        "latency", "timeout", "reset", "status", "truncated", "invalid-json", "wrong-types", "huge-body", "slow-drip", "corrupt-jpeg",
        "content-type", "huge-headers",
    ]
}

extension Fault {
    private static let megabyte = 1024 * 1024

    init(_ node: YAMLNode, file: String) throws(ScenarioError) {
        let mapping = try ScenarioMapping(
            node, file: file, owner: "a fault",
            known: ["kind", "endpoints", "from", "until", "count", "every", "delay", "status", "size", "type", "types"]
        )
        guard let name = try mapping.choice("kind", of: Self.kinds) else {
            throw .missingKey(mapping.place, key: "kind", of: "a fault")
        }
        kind = try Self.kind(name, mapping)
        from = try mapping.seconds("from") ?? .zero
        until = try mapping.seconds("until")
        count = try mapping.integer("count")
        every = try mapping.integer("every", in: 1...1_000_000) ?? 1
        endpoints = try Self.endpoints(mapping)
    }

    private static func kind(_ name: String, _ mapping: ScenarioMapping) throws(ScenarioError) -> Kind {
        switch name {
        case "latency": .latency(try mapping.seconds("delay") ?? .seconds(1))
        case "timeout": .timeout
        case "reset": .reset
        case "status": .status(try mapping.integer("status", in: 300...599) ?? 500)
        case "truncated": .truncated
        case "invalid-json": .invalidJSON
        case "wrong-types": .wrongTypes(try mapping.choice("types", of: WrongTypes.self) ?? .strings)
        case "huge-body": .hugeBody(try mapping.integer("size", in: 1...4 << 30) ?? 50 * megabyte)
        case "slow-drip": .slowDrip(try mapping.seconds("delay") ?? .seconds(0.1))
        case "corrupt-jpeg": .corruptJPEG
        case "content-type": .contentType(try mapping.string("type") ?? "text/html; charset=utf-8")
        default: .hugeHeaders(try mapping.integer("size", in: 1...16 * megabyte) ?? 256 * 1024)
        }
    }

    private static func endpoints(_ mapping: ScenarioMapping) throws(ScenarioError) -> Set<Endpoint> {
        let names = Endpoint.allCases.map(\.rawValue)
        var endpoints: Set<Endpoint> = []
        for node in try mapping.list("endpoints") {
            let name = node.text ?? node.shown
            guard let endpoint = Endpoint(rawValue: name) else {
                throw .unknownName(
                    node.place(in: mapping.file), kind: "endpoint", name: name, nearest: Suggestion.nearest(to: name, among: names))
            }
            endpoints.insert(endpoint)
        }
        return endpoints.isEmpty ? Set(Endpoint.allCases) : endpoints
    }
}
