import MQTT
import MQTTDevices

/// The broker and the published devices, from `config.yaml`.
public struct MQTTSettings: Sendable, Hashable {
    /// A published zone or kind.
    public struct Device: Sendable, Hashable {
        /// The display name.
        public var name: String
        /// The id in its topics, of letters, digits, `_` and `-`.
        public var id: String
        /// The kind as `NAME` or `NAME:INSTANCE`; `now-playing` for a zone.
        public var kind: String
        /// The zone's id or name, for playback; nil for the chosen one.
        public var zone: String?
        /// The published pictures of the device.
        public var pictures: [Picture]
        /// True to publish private fields too.
        public var showsPrivate = false
    }

    /// A picture of a device.
    public struct Picture: Sendable, Hashable {
        /// The id in its topic.
        public var id: String
        /// The family, such as `systemMedium`.
        public var family: String
        /// True if its bytes are published, false for a URL at which it can be fetched.
        public var isByTopic: Bool
        /// The look options, such as `theme`, `appearance` and `device`, with their values.
        public var options: [String: String]
    }

    /// The valid options of pictures.
    static let pictureOptions = ["appearance", "device", "language", "mode", "scale", "size", "theme", "typeSize"]

    /// The broker's address.
    public var broker: String
    /// The path of the file with the user name on its first line and the password on its second; nil for no login.
    public var login: String?
    /// The certificate files of a TLS connection.
    public var certificates = MQTTCertificates()
    /// The required protocol version; nil for version 5, with 3.1.1 as the fallback.
    public var version: MQTTVersion?
    /// The prefix of all topics.
    public var base = "subdial"
    /// The prefix of Home Assistant's topics; nil to disable discovery.
    public var discovery: String? = "homeassistant"
    /// The base URL of pictures and of the page, with a trailing slash; nil if none are served.
    public var page: String?
    /// The published devices.
    public var devices: [Device] = []

    /// Makes settings for a broker, without devices.
    public init(broker: String) { self.broker = broker }

    /// The topics.
    public var topics: MQTTTopics { MQTTTopics(base: base, prefix: discovery ?? "homeassistant") }

    /// The connection options.
    ///
    /// - Parameter isPublisher: True for the publishing client, whose last will is the offline state.
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
