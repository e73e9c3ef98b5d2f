/// The folders of a user's files, by the XDG Base Directory Specification.
package struct UserFolders: Hashable, Sendable {
    /// The folder of `config.yaml`.
    package let configuration: String
    /// The folder of the last known states and the chosen zone.
    package let state: String
    /// The folder of cached covers.
    package let cache: String

    /// The path of the listening history's database.
    package var history: String { state + "/history.db" }

    /// The folder of pending edits for mixing consoles.
    var consoles: String { state + "/consoles" }

    /// The folder of pending commands for MQTT brokers, and of the publishers' locks.
    var mqtt: String { state + "/mqtt" }

    /// The path of the file with the displays that have fetched pictures.
    package var displays: String { state + "/displays.json" }

    /// The default path of the token file of a server that other machines can reach.
    package var serveToken: String { state + "/serve-token" }

    /// The folders for a user's environment.
    ///
    /// Variables with a relative path count as not set, as the specification requires.
    package init(environment: [String: String]) {
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
