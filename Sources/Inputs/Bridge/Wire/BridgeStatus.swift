import SubdialDocuments

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
    /// True if the bridge is connected to the Roon core; nil if the bridge does not report it.
    ///
    /// Without the core, the data of Roon zones is stale.
    package var isRoonConnected: Bool?

    /// Creates a status from these fields.
    package init(
        service: String? = serviceName, version: String? = nil, dialect: BridgeDialect, uptime: Double? = nil, isRoonConnected: Bool? = nil
    ) {
        self.service = service
        self.version = version
        self.dialect = dialect
        self.uptime = uptime
        self.isRoonConnected = isRoonConnected
    }

    /// True if the service is the bridge, and not another server with a `/status`.
    package var isBridge: Bool { service == Self.serviceName }

    /// The numbers of the version; nil if there are none.
    package var versionNumber: BridgeVersion? { version.flatMap { BridgeVersion($0) } }

    /// Parses the body of a status response; nil if it contains no known field.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        service = json["service"]?.string
        version = json["version"]?.string
        let rustUptime = json["uptime_secs"]?.number
        uptime = rustUptime ?? json["uptime"]?.number
        isRoonConnected = json["roon_connected"]?.bool
        guard service != nil || version != nil || uptime != nil else { return nil }
        dialect = rustUptime != nil || isRoonConnected != nil ? .rust : .node
    }
}
