/// The topics under which devices are published.
package struct MQTTTopics: Hashable, Sendable {
    /// The prefix of all device topics, without a trailing slash: `subdial`.
    package let base: String
    /// The prefix of Home Assistant's topics: `homeassistant`.
    package let prefix: String

    /// Makes the topics with the default prefixes, or custom ones.
    package init(base: String = "subdial", prefix: String = "homeassistant") {
        self.base = base
        self.prefix = prefix
    }

    /// The availability of this program: `online` or `offline`.
    package var bridgeState: String { "\(base)/bridge/state" }
    /// Information about this program; its presence shows that the broker retains messages.
    package var bridgeInfo: String { "\(base)/bridge/info" }
    /// The availability of a device's source: `online` or `offline`.
    package func availability(of device: String) -> String { "\(base)/\(device)/availability" }
    /// The state of a device as JSON.
    package func state(of device: String) -> String { "\(base)/\(device)/state" }
    /// The commands for a device, which are not retained.
    package func commands(for device: String) -> String { "\(base)/\(device)/set" }
    /// The bytes of a picture.
    package func picture(_ picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)" }
    /// The URL of a picture, which differs for each content.
    package func address(of picture: String, of device: String) -> String { "\(base)/\(device)/pictures/\(picture)/url" }
    /// The discovery message of a device for Home Assistant.
    package func discovery(of device: String) -> String { "\(prefix)/device/\(uniqueID(device))/config" }
    /// Home Assistant's own status, `online` once it is ready.
    package var birth: String { "\(prefix)/status" }

    /// The id of a device that is unique in Home Assistant.
    package func uniqueID(_ device: String) -> String { "\(MQTTDevice.id(of: base.replacingSlashes))_\(device)" }

    /// The filters for all topics in which messages of this program may be retained.
    package var filters: [String] { ["\(base)/#", "\(prefix)/device/+/config"] }

    /// True if a retained message belongs to this program: its topic is below the base, or it is the discovery message of such a device.
    package func owns(_ topic: String, _ payload: String) -> Bool {
        if topic.hasPrefix(base + "/") { return true }
        guard topic.hasPrefix("\(prefix)/device/\(uniqueID(""))"), topic.hasSuffix("/config") else { return false }
        return payload.contains("\"\(bridgeState)\"")
    }
}

extension String {
    fileprivate var replacingSlashes: String { String(map { $0 == "/" ? "_" : $0 }) }
}
