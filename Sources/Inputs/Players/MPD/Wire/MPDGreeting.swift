/// The daemon's first line, `OK MPD 0.23.5`: the version of its protocol.
struct MPDGreeting: Hashable, Sendable {
    let version: String

    /// Parses the line; nil if it is not a greeting of the daemon.
    init?(_ line: some Collection<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix("OK MPD ") else { return nil }
        version = String(text.dropFirst(7))
    }
}
