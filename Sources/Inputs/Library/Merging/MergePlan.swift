import FoundationEssentials

/// What a merge changes in a library, computed from the rows of both libraries alone.
package struct MergePlan: Sendable {
    /// A track of the library with other values on the device.
    package struct Change: Hashable, Sendable {
        /// The track as it is in the library.
        package var track: LibraryTrack
        /// The higher play count; nil if it is the library's.
        package var playCount: Int?
        /// The later date of the last play; nil if it is the library's.
        package var lastPlayed: Date?
        /// The device's mark; nil if it is the library's.
        package var isFavorite: Bool?
        /// The device's rating; nil if it is the library's.
        package var rating: Int?

        fileprivate var isEmpty: Bool { playCount == nil && lastPlayed == nil && isFavorite == nil && rating == nil }
    }

    /// A playlist to which tracks are added.
    package struct ListChange: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The number of tracks that are added.
        package var count: Int { entries.count }
        /// True if the library has no playlist of this name.
        package var isNew: Bool
        /// The id of the library's playlist, or of the device's if it is new.
        var id: String
        /// The entries as they are written before; empty for a new one.
        var known: [String]
        /// The ids of the tracks that are added, as the library has them.
        var entries: [String]
    }

    /// The changed tracks in the library's order.
    package var changes: [Change] = []
    /// The device's tracks that the library does not contain.
    package var new: [LibraryTrack] = []
    /// The changed playlists by name.
    package var playlists: [ListChange] = []
    /// The number of tracks that both contain.
    package var common = 0
    /// The tracks that are added, by their ids on the device.
    var added: [String: CopiedTrack] = [:]

    /// True if nothing in the library changes.
    package var isEmpty: Bool { changes.isEmpty && playlists.isEmpty && added.isEmpty }

    /// Compares a device with a library.
    ///
    /// - Parameters:
    ///   - schema: The library's tables; what it has no column for is not changed.
    ///   - copied: The new tracks whose files are in the library's folder, by their ids on the device.
    init(from device: LibraryContents, into library: LibraryContents, _ schema: LibrarySchema, copied: [String: CopiedTrack] = [:]) {
        let match = TrackMatch(of: device.rows, in: library)
        let columns = schema.columns("tracks")
        // The ids that the device's tracks have in the library.
        var ids: [String?] = []
        for (row, index) in zip(device.rows, match.indices) {
            guard let index else {
                new.append(row.track)
                added[row.track.id] = copied[row.track.id]
                ids.append(copied[row.track.id]?.id)
                continue
            }
            common += 1
            let known = library.rows[index]
            ids.append(known.track.id)
            var change = Change(track: known.track)
            if columns.contains("play_count"), row.track.playCount > known.track.playCount { change.playCount = row.track.playCount }
            if columns.contains("last_played"), let last = row.track.lastPlayed, last > known.track.lastPlayed ?? .distantPast {
                change.lastPlayed = last
            }
            if columns.contains("is_favorite"), let mark = row.isFavorite, mark != known.track.isFavorite { change.isFavorite = mark }
            if columns.contains("rating"), let rating = row.rating, rating != known.track.rating { change.rating = rating }
            if !change.isEmpty { changes.append(change) }
        }
        changes.sort { ($0.track.artist ?? "", $0.track.title, $0.track.id) < ($1.track.artist ?? "", $1.track.title, $1.track.id) }
        guard schema.columns("playlists").isSuperset(of: ["id", "name"]) else { return }
        compareLists(of: device, with: library, ids)
    }

    private mutating func compareLists(of device: LibraryContents, with library: LibraryContents, _ ids: [String?]) {
        var places: [String: Int] = [:]
        for list in device.playlists {
            let tracks = list.entries.compactMap { device.index(ofEntry: $0).flatMap { ids[$0] } }
            let known = library.playlists.first { $0.name == list.name }
            // A second list of the same name continues the first one.
            let place = places[list.name]
            var change =
                place.map { playlists[$0] }
                ?? ListChange(name: list.name, isNew: known == nil, id: known?.id ?? list.id, known: known?.entries ?? [], entries: [])
            var contained = Set(change.known.map { entry in library.index(ofEntry: entry).map { library.rows[$0].track.id } ?? entry })
            contained.formUnion(change.entries)
            for track in tracks where contained.insert(track).inserted { change.entries.append(track) }
            // A new list all of whose tracks are missing waits for them.
            guard !change.entries.isEmpty || change.isNew && list.entries.isEmpty else { continue }
            if let place {
                playlists[place] = change
            } else {
                places[list.name] = playlists.count
                playlists.append(change)
            }
        }
    }
}
