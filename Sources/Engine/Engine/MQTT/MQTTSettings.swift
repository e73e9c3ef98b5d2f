import SubdialMQTT

/// The broker and the published devices, from `config.yaml`.
package struct MQTTSettings: Sendable, Hashable {
    /// A published zone or kind.
    package struct Device: Sendable, Hashable {
        /// The display name.
        package var name: String
        /// The id in its topics, of letters, digits, `_` and `-`.
        package var id: String
        /// The kind as `NAME` or `NAME:INSTANCE`; `now-playing` for a zone.
        package var kind: String
        /// The zone's id or name, for playback; nil for the chosen one.
        package var zone: String?
        /// The published pictures of the device.
        package var pictures: [Picture]
        /// True to publish private fields too.
        package var showsPrivate = false
    }

    /// A picture of a device.
    package struct Picture: Sendable, Hashable {
        /// The id in its topic.
        package var id: String
        /// The family, such as `systemMedium`.
        package var family: String
        /// True if its bytes are published, false for a URL at which it can be fetched.
        package var isByTopic: Bool
        /// The look options, such as `theme`, `appearance` and `device`, with their values.
        package var options: [String: String]
    }

    /// The valid options of pictures.
    static let pictureOptions = ["appearance", "device", "language", "mode", "scale", "size", "theme", "typeSize"]

    /// The broker's address.
    package var broker: String
    /// The path of the file with the user name on its first line and the password on its second; nil for no login.
    package var login: String?
    /// The certificate files of a TLS connection.
    package var certificates = MQTTCertificates()
    /// The required protocol version; nil for version 5, with 3.1.1 as the fallback.
    package var version: MQTTVersion?
    /// The prefix of all topics.
    package var base = "subdial"
    /// The prefix of Home Assistant's topics; nil to disable discovery.
    package var discovery: String? = "homeassistant"
    /// The base URL of pictures and of the page, with a trailing slash; nil if none are served.
    package var page: String?
    /// The published devices.
    package var devices: [Device] = []

    /// Makes settings for a broker, without devices.
    package init(broker: String) { self.broker = broker }

    /// The topics.
    package var topics: MQTTTopics { MQTTTopics(base: base, prefix: discovery ?? "homeassistant") }

    /// The connection options.
    ///
    /// - Parameter isPublisher: True for the publishing client, whose last will is the offline state.
    /// - Throws: ``MQTTLoginError``.
    package func options(isPublisher: Bool = false) throws(MQTTLoginError) -> MQTTOptions {
        var options = MQTTOptions()
        options.login = try login.map { (path) throws(MQTTLoginError) in try MQTTLogin(file: path) }
        options.certificates = certificates
        options.version = version
        if isPublisher { options.will = MQTTMessage(topics.bridgeState, "offline", isRetained: true) }
        return options
    }
}
