/// Additional data for a client that sends its name.
enum Knob {
    /// The `config_sha` of a new device's default settings.
    static let digest = "e8973cd2"
}
