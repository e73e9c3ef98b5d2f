/// Where a user's files belong, by the XDG base directory specification.
public struct UserFolders: Hashable, Sendable {
    /// `config.yaml` is here.
    public let configuration: String
    /// The last known states and the chosen zone.
    public let state: String
    /// Covers.
    public let cache: String

    /// The database of what was heard.
    public var history: String { state + "/history.db" }

    /// The folder of the edits that wait for mixing consoles.
    var consoles: String { state + "/consoles" }

    /// The folder of the commands that wait for MQTT brokers, and of whoever publishes to them.
    var mqtt: String { state + "/mqtt" }

    /// The displays that have fetched their pictures.
    public var displays: String { state + "/displays.json" }

    /// The token of a server that other machines can reach, where no other file is named.
    public var serveToken: String { state + "/serve-token" }

    /// The folders of the user whose environment this is.
    ///
    /// Variables with a relative path count as missing, as the specification has it.
    public init(environment: [String: String]) {
        let home = environment["HOME"] ?? "/"
        func folder(_ variable: String, _ fallback: String) -> String {
            let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(fallback)"
            return "\(base)/subdial"
        }
        configuration = folder("XDG_CONFIG_HOME", ".config")
        state = folder("XDG_STATE_HOME", ".local/state")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }
}
