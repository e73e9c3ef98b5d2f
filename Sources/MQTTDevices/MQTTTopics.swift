/// The topics under which devices are published.
public struct MQTTTopics: Hashable, Sendable {
    /// What all topics of the devices begin with, without a slash at the end: `subdial`.
    public let base: String
    /// The prefix of Home Assistant's topics: `homeassistant`.
    public let prefix: String

    /// Makes the topics; what is left out is as usual.
    public init(base: String = "subdial", prefix: String = "homeassistant") {
        self.base = base
        self.prefix = prefix
    }

    /// Whether this program is there: `online` or `offline`.
    public var bridgeState: String { "\(base)/bridge/state" }
    /// What this program is: by it a broker is known to have kept what was published.
    public var bridgeInfo: String { "\(base)/bridge/info" }
    /// Whether the source of a device answers: `online` or `offline`.
    public func availability(of device: String) -> String { "\(base)/\(device)/availability" }
    /// The state of a device as JSON.
    public func state(of device: String) -> String { "\(base)/\(device)/state" }
    /// Commands for a device, which are not retained.
    public func commands(for device: String) -> String { "\(base)/\(device)/set" }
    /// The bytes of a picture.
    public func picture(_ picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)" }
    /// The address of a picture, another one for each content.
    public func address(of picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)/url" }
    /// The description of a device for Home Assistant.
    public func discovery(of device: String) -> String { "\(prefix)/device/\(uniqueID(device))/config" }
    /// Home Assistant's own state, `online` once it is ready.
    public var birth: String { "\(prefix)/status" }

    /// The id of a device among all that Home Assistant knows.
    public func uniqueID(_ device: String) -> String { "\(MQTTDevice.id(of: base.replacingSlashes))_\(device)" }

    /// All topics in which something of ours may be retained.
    public var filters: [String] { ["\(base)/#", "\(prefix)/device/+/config"] }

    /// True where something retained is ours: it stands below the base, or describes a device whose topics do.
    public func owns(_ topic: String, _ payload: String) -> Bool {
        if topic.hasPrefix(base + "/") { return true }
        guard topic.hasPrefix("\(prefix)/device/\(uniqueID(""))"), topic.hasSuffix("/config") else { return false }
        return payload.contains("\"\(bridgeState)\"")
    }
}

extension String {
    fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "_" : $0 }) }
}
