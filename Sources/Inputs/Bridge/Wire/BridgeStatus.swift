import SubdialDocuments
import SubdialPlayback

/// The status of a bridge.
package struct BridgeStatus: Hashable, Sendable {
    /// The ``service`` of a bridge.
    private static let serviceName = "unified-hifi-control"

    /// The name of the service.
    package var service: String?
    /// The version as text: `3.7.0-alpha.9`.
    package var version: String?
    /// The dialect of its responses.
    package var dialect: BridgeDialect
    /// The seconds since its start.
    private var uptime: Double?
    /// The sources to which the bridge reports a connection, as `roon`, and whether it is connected.
    ///
    /// Without the connection, the data of the source's zones is stale.
    private var connections: [String: Bool]

    /// Creates a status from these fields.
    package init(
        service: String? = serviceName, version: String? = nil, dialect: BridgeDialect, uptime: Double? = nil,
        connections: [String: Bool] = [:]
    ) {
        self.service = service
        self.version = version
        self.dialect = dialect
        self.uptime = uptime
        self.connections = connections
    }

    /// True if the service is the bridge, and not another server with a `/status`.
    package var isBridge: Bool { service == Self.serviceName }

    /// True if the bridge reports that it has lost the connection to a source, as `roon`.
    func isAway(_ source: String) -> Bool { connections[source] == false }

    /// The names of the sources that have zones in a list, and to which the bridge has lost the connection: `Roon`.
    func awaySources(of zones: [Zone]) -> [String] {
        connections.keys.filter { source in isAway(source) && zones.contains { $0.id.sourceWord == source } }
            .map { BridgeSources.name(of: $0) }.sorted()
    }

    /// True if the bridge reports its connection to a source, as `roon`, so that only its status shows that a zone's data is stale.
    func reports(_ source: String) -> Bool { connections[source] != nil }

    /// The numbers of the version; nil if there are none.
    package var versionNumber: BridgeVersion? { version.flatMap { BridgeVersion($0) } }

    /// Parses the body of a status response; nil if it contains no known field.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        service = json["service"]?.string
        version = json["version"]?.string
        let rustUptime = json["uptime_secs"]?.number
        uptime = rustUptime ?? json["uptime"]?.number
        connections = [:]
        for source in ["roon", "lms", "hqplayer"] { connections[source] = json["\(source)_connected"]?.bool }
        guard service != nil || version != nil || uptime != nil else { return nil }
        dialect = rustUptime != nil || !connections.isEmpty ? .rust : .node
    }
}
