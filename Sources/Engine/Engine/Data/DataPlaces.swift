import Logging
import SubdialSystem

/// The folders of the engine's own data for kinds.
struct DataPlaces: Sendable {
    /// The state folder.
    let state: PrivateFolder
    /// The folder of cached pictures.
    let pictures: PrivateFolder
    /// The folder of pending commands for MQTT brokers.
    let commands: PrivateFolder
    /// The files of webhooks.
    let webhooks: WebhookFiles
    /// The open message sources, whose libraries kinds can read.
    let messages: MessageSources

    init(_ folders: UserFolders, logger: Logger) {
        state = folders.state
        commands = folders.mqtt
        webhooks = folders.webhooks
        pictures = folders.cache.folder("pictures")
        messages = MessageSources(folders.state.folder("libraries"), logger: logger)
    }
}
