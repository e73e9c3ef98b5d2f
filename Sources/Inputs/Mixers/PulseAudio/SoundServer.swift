/// Locates the sound server of a user.
package enum SoundServer {
    /// The server's address in the form of `PULSE_SERVER`; nil for libpulse's default.
    ///
    /// The engine serves fronts with different environments, so the address is determined from the front's environment and not from the
    /// engine's own.
    package static func address(_ environment: [String: String]) -> String? {
        if let server = environment["PULSE_SERVER"], !server.isEmpty { return server }
        return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "unix:\($0)/pulse/native" : nil }
    }
}
