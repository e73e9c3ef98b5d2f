import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// Discovered bridges as text.
package struct BridgeList: Sendable {
    /// The bridges, sorted.
    private let bridges: [DiscoveredBridge]

    /// Sorts the bridges by name.
    package init(_ bridges: [DiscoveredBridge]) {
        self.bridges = bridges.sorted()
    }

    /// One line for each bridge, in columns: address, name, version, and whether it responds.
    package var text: String {
        let rows = bridges.map { ($0.address.text, $0.name, $0.version ?? "–", $0.answers ? "(answers)" : "(does not answer)") }
        let widths = rows.reduce((0, 0, 0)) { widths, row in
            (max(widths.0, row.0.displayWidth), max(widths.1, row.1.displayWidth), max(widths.2, row.2.displayWidth))
        }
        return rows.map { row in
            "\(row.0.padded(columns: widths.0))  \(row.1.padded(columns: widths.1))  \(row.2.padded(columns: widths.2))  \(row.3)\n"
        }.joined()
    }

    /// A JSON list of objects with the keys `name`, `url`, `host`, `version` (null if unknown), `type` and `answers`.
    package var json: String {
        let objects = bridges.map { bridge in
            JSONValue.object([
                JSONMember("name", .string(bridge.name)), JSONMember("url", .string(bridge.address.text)),
                JSONMember("host", .string(bridge.host)), JSONMember("version", bridge.version.map(JSONValue.string) ?? .null),
                JSONMember("type", .string(bridge.type.rawValue)), JSONMember("answers", .bool(bridge.answers)),
            ])
        }
        return JSONValue.array(objects).text(indented: true) + "\n"
    }
}
