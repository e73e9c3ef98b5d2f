import SubdialDocuments
import SubdialLibrary

/// The settings of a music library.
package struct LibrarySettings: Hashable, Sendable {
    /// The path of the database, or of an application's folder with it, or the address of a player's messages, such as `file:/PATH`;
    /// nil if none is configured.
    package var database: String?
    /// The folder to which relative paths of the database refer; nil for the standard folders.
    package var music: String?

    /// Makes settings.
    package init(database: String? = nil, music: String? = nil) {
        self.database = database
        self.music = music
    }

    /// Parses a path, or a value such as `{ database: ~/Documents/Database/library.db, music: /mnt/music }`.
    init(_ node: SettingsNode) throws(SettingsProblem) {
        self.init()
        guard node.isMap else {
            database = try node.text()
            return
        }
        var settings = self
        node.forEach(of: ["database", "music"], like: "music: ~/Music") { (member) throws(SettingsProblem) in
            let path = try member.value.text()
            if member.name == "music" { settings.music = path } else { settings.database = path }
        }
        self = settings
    }

    /// The settings with absolute paths.
    func absolute(_ path: (String) -> String) -> LibrarySettings {
        LibrarySettings(database: database.map { $0.hasPrefix("file:") ? $0 : path($0) }, music: music.map(path))
    }

    /// A library; the folder of music is that of the configured one, or of any if no database is configured.
    ///
    /// - Parameter path: The absolute path of its database, or of an application's folder with it.
    package func library(at path: String) -> LibraryDatabase {
        LibraryDatabase(path, music: database == nil || database == path ? music : nil)
    }
}
