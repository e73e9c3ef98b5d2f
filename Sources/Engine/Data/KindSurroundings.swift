/// Settings of a configuration and an environment, for the sources of kinds that name nothing themselves.
public struct KindSurroundings: Hashable, Sendable {
    /// The path of the music library's database; nil where none is set.
    public var library: String?
    /// The sound server's address in the form of `PULSE_SERVER`; nil for libpulse's own choice.
    public var soundServer: String?
    /// The mixing console's address; nil where none is set.
    public var console: String?
    /// The MQTT broker with its login, for topics that name none; nil where none is set.
    public var broker: MQTTSettings?

    /// Makes surroundings.
    public init(library: String? = nil, soundServer: String? = nil, console: String? = nil, broker: MQTTSettings? = nil) {
        self.library = library
        self.soundServer = soundServer
        self.console = console
        self.broker = broker
    }
}
