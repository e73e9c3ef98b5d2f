import SubdialLibrary

/// The paths of the engine's own data for kinds, which the sources `match` and `library` read by default.
struct DataPlaces: Sendable {
    /// The path of the state folder.
    let state: String
    /// The path of the running match's file.
    let match: String
    /// The database of the listening history.
    let history: HistoryDatabase
    /// The folder of cached pictures.
    let pictures: String
    /// The folder of pending edits for mixing consoles.
    let consoles: String
    /// The folder of pending commands for MQTT brokers.
    let commands: String

    init(_ folders: UserFolders) {
        state = folders.state
        match = MatchStore.path(in: folders)
        history = HistoryDatabase(folders.history)
        consoles = folders.consoles
        commands = folders.mqtt
        pictures = folders.cache + "/pictures"
    }
}
