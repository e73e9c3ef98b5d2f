/// The settings of the configuration and the environment that are defaults for the sources of kinds.
package struct KindSurroundings: Hashable, Sendable {
    /// The path of the music library's database; nil if none is configured.
    package var library: String?
    /// The sound server's address in the form of `PULSE_SERVER`; nil for libpulse's own choice.
    package var soundServer: String?
    /// The mixing console's address; nil if none is configured.
    package var console: String?
    /// The MQTT broker with its login, as the default for topics; nil if none is configured.
    package var broker: MQTTSettings?

    /// Makes surroundings.
    package init(library: String? = nil, soundServer: String? = nil, console: String? = nil, broker: MQTTSettings? = nil) {
        self.library = library
        self.soundServer = soundServer
        self.console = console
        self.broker = broker
    }
}
