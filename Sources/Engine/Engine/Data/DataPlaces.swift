import SubdialLibrary
import SubdialSystem

/// The paths of the engine's own data for kinds, which the sources `match` and `library` read by default.
struct DataPlaces: Sendable {
    /// The state folder.
    let state: PrivateFolder
    /// The path of the running match's file.
    let match: String
    /// The database of the listening history.
    let history: HistoryDatabase
    /// The folder of cached pictures.
    let pictures: PrivateFolder
    /// The folder of pending edits for mixing consoles.
    let consoles: PrivateFolder
    /// The folder of pending commands for MQTT brokers.
    let commands: PrivateFolder

    init(_ folders: UserFolders) {
        state = folders.state
        match = MatchStore.file(in: folders).path
        history = HistoryDatabase(folders.history)
        consoles = folders.consoles
        commands = folders.mqtt
        pictures = folders.cache.folder("pictures")
    }
}
