import Library

/// Where the engine's own data for kinds are: what the sources `match` and `library` read without a path.
struct DataPlaces: Sendable {
    /// The state folder.
    let state: String
    /// The file of the running match.
    let match: String
    /// The listening history.
    let history: HistoryDatabase
    /// The folder of pictures that are kept as files.
    let pictures: String
    /// The folder of the edits that wait for mixing consoles.
    let consoles: String
    /// The folder of the commands that wait for MQTT brokers.
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
