/// Where the sound server of a user is.
public enum SoundServer {
    /// The server's address in the form of `PULSE_SERVER`; nil for libpulse's own choice.
    ///
    /// The engine serves fronts of several environments: the address is the one who asks', and not the engine's own.
    public static func address(_ environment: [String: String]) -> String? {
        if let server = environment["PULSE_SERVER"], !server.isEmpty { return server }
        return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "unix:\($0)/pulse/native" : nil }
    }
}
