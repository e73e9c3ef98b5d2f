import MQTT
import MQTTDevices

/// The broker and the devices that are published to it, as `config.yaml` has them.
public struct MQTTSettings: Sendable, Hashable {
    /// A zone or a kind that is published.
    public struct Device: Sendable, Hashable {
        /// The name for people.
        public var name: String
        /// The id in its topics, of letters, digits, `_` and `-`.
        public var id: String
        /// The kind as `NAME` or `NAME:INSTANCE`; `now-playing` for a zone.
        public var kind: String
        /// The zone's id or name, for what plays; nil for the chosen one.
        public var zone: String?
        /// The pictures that go with it.
        public var pictures: [Picture]
        /// True to publish fields that are private, too.
        public var showsPrivate = false
    }

    /// A picture of a device.
    public struct Picture: Sendable, Hashable {
        /// The id in its topic.
        public var id: String
        /// The family, such as `systemMedium`.
        public var family: String
        /// True where its bytes are published, false for an address at which it is fetched.
        public var isByTopic: Bool
        /// How it is drawn: `theme`, `appearance`, `device`, … with their values.
        public var options: [String: String]
    }

    /// The options that pictures may have.
    static let pictureOptions = ["appearance", "device", "language", "mode", "scale", "size", "theme", "typeSize"]

    /// The broker's address.
    public var broker: String
    /// The path of the file with the name on its first line and the password on its second; nil for no login.
    public var login: String?
    /// The files of a secure connection.
    public var certificates = MQTTCertificates()
    /// The only version of the protocol that is spoken; nil for 5, and 3.1.1 where the broker does not know that.
    public var version: MQTTVersion?
    /// The prefix of all topics.
    public var base = "subdial"
    /// The prefix of Home Assistant's topics; nil where it is not to find anything.
    public var discovery: String? = "homeassistant"
    /// The address below which pictures and the page are served, with a slash at its end; nil where none are.
    public var page: String?
    /// The devices that are published.
    public var devices: [Device] = []

    /// Makes settings for a broker, which publish nothing.
    public init(broker: String) { self.broker = broker }

    /// The topics.
    public var topics: MQTTTopics { MQTTTopics(base: base, prefix: discovery ?? "homeassistant") }

    /// How the broker is connected to.
    ///
    /// - Parameter isPublisher: True for the one client whose end means that nothing is published any more.
    /// - Throws: ``MQTTLoginError``.
    public func options(isPublisher: Bool = false) throws(MQTTLoginError) -> MQTTOptions {
        var options = MQTTOptions()
        options.login = try login.map { (path) throws(MQTTLoginError) in try MQTTLogin(file: path) }
        options.certificates = certificates
        options.version = version
        if isPublisher { options.will = MQTTMessage(topics.bridgeState, "offline", isRetained: true) }
        return options
    }
}
