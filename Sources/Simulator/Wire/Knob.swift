/// What a client that names itself is told besides.
enum Knob {
    /// The `config_sha` of the settings every new device starts with.
    static let digest = "e8973cd2"
}
