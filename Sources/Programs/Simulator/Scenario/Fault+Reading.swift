import SubdialBasics
import SubdialDocuments

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
