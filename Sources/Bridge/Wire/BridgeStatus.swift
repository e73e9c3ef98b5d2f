import JSON

/// What a bridge says about itself.
public struct BridgeStatus: Hashable, Sendable {
    /// What a bridge calls itself in ``service``.
    public static let serviceName = "unified-hifi-control"

    /// What it calls itself.
    public var service: String?
    /// As the bridge writes it: `3.7.0-alpha.9`.
    public var version: String?
    /// In which way it writes its answers.
    public var dialect: BridgeDialect
    /// For how many seconds it has been running.
    public var uptime: Double?
    /// Whether the Roon core is there; nil where the bridge does not tell.
    ///
    /// While it is not, what is said about Roon zones is old.
    public var isRoonConnected: Bool?

    /// Makes a status of these fields.
    public init(
        service: String? = serviceName, version: String? = nil, dialect: BridgeDialect, uptime: Double? = nil, isRoonConnected: Bool? = nil
    ) {
        self.service = service
        self.version = version
        self.dialect = dialect
        self.uptime = uptime
        self.isRoonConnected = isRoonConnected
    }

    /// Whether it is the bridge that answers, and not something else that happens to have a `/status`.
    public var isBridge: Bool { service == Self.serviceName }

    /// The version's numbers; nil where there are none.
    public var versionNumber: BridgeVersion? { version.flatMap { BridgeVersion($0) } }

    /// Reads the body of a status answer; nil where nothing in it is of use.
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
