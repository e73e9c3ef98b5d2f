/// The folders of a user's files, by the XDG Base Directory Specification.
///
/// The state folder and the cache are private, with all that is in them. The folder of the configuration is the user's own affair.
package struct UserFolders: Hashable, Sendable {
    /// The folder of `config.yaml`.
    package let configuration: String
    /// The folder of the last known states and the chosen zone.
    package let state: PrivateFolder
    /// The folder of cached covers.
    package let cache: PrivateFolder

    /// The folder of pending commands for MQTT brokers, and of the publishers' locks.
    package var mqtt: PrivateFolder { state.folder("mqtt") }

    /// The file with the displays that have fetched pictures.
    package var displays: PrivateFile { state.file("displays.json") }

    /// The folder of the messages that wait for receivers.
    package var messages: PrivateFolder { state.folder("messages") }

    /// The files of webhooks.
    package var webhooks: WebhookFiles { WebhookFiles(state.folder("webhooks")) }

    /// The folder of cached square covers, whose paths lines can contain.
    package var covers: PrivateFolder { cache.folder("covers") }

    /// The default token file of a server that other machines can reach.
    package var serveToken: PrivateFile { state.file("serve-token") }

    /// The default token file of a preview that other machines can reach.
    package var previewToken: PrivateFile { state.file("preview-token") }

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
        state = PrivateFolder(folder("XDG_STATE_HOME", ".local/state"))
        cache = PrivateFolder(folder("XDG_CACHE_HOME", ".cache"))
    }
}
