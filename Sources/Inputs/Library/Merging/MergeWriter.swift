import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// Writes a plan into a database, within a transaction in which the device's database is attached as `device`.
struct MergeWriter {
    private let schema: LibrarySchema
    private let contents: LibraryContents
    private let now: Date
    /// The folder of music if the database has absolute paths.
    private let absoluteFolder: String?
    /// The columns of the device's tables.
    private let deviceColumns: [String: Set<String>]

    private var connection: SQLiteConnection { schema.connection }
    private var seconds: SQLiteValue { .integer(Int64(saturating: now.timeIntervalSince1970)) }

    init(_ schema: LibrarySchema, _ contents: LibraryContents, now: Date, absoluteFolder: String?) throws(SQLiteError) {
        (self.schema, self.contents, self.now, self.absoluteFolder) = (schema, contents, now, absoluteFolder)
        var columns: [String: Set<String>] = [:]
        for table in ["tracks", "playlists"] {
            columns[table] = Set(try schema.connection.all("PRAGMA device.table_info(\(table))") { $0.text(1) })
        }
        deviceColumns = columns
    }

    func write(_ plan: MergePlan, _ progress: (Int, Int) -> Void) throws(SQLiteError) {
        for (index, change) in plan.changes.enumerated() {
            try write(change)
            progress(index + 1, plan.changes.count)
        }
        for track in plan.new {
            guard let copy = plan.added[track.id] else { continue }
            try add(track, as: copy)
        }
        for list in plan.playlists { try write(list) }
        try writeState()
    }

    private func date(_ date: Date) -> SQLiteValue {
        .integer(Int64(saturating: date.timeIntervalSince1970 * (contents.hasMilliseconds ? 1000 : 1)))
    }

    // MARK: Tracks

    private func write(_ change: MergePlan.Change) throws(SQLiteError) {
        var values: [(column: String, value: SQLiteValue)] = []
        if let count = change.playCount { values.append(("play_count", .integer(Int64(count)))) }
        if let last = change.lastPlayed { values.append(("last_played", date(last))) }
        if let mark = change.isFavorite { values.append(("is_favorite", .integer(mark ? 1 : 0))) }
        if let rating = change.rating { values.append(("rating", .integer(Int64(rating)))) }
        if schema.columns("tracks").contains("updated_at") { values.append(("updated_at", seconds)) }
        try update("tracks", change.track.id, values)
    }

    private func update(_ table: String, _ id: String, _ values: [(column: String, value: SQLiteValue)]) throws(SQLiteError) {
        guard !values.isEmpty else { return }
        let places = values.indices.map { "\"\(values[$0].column)\" = ?\($0 + 2)" }
        try connection.run("UPDATE main.\(table) SET \(places.joined(separator: ", ")) WHERE id = ?1", [.text(id)] + values.map(\.value))
    }

    private func add(_ track: LibraryTrack, as copy: CopiedTrack) throws(SQLiteError) {
        let path = absoluteFolder.map { "\($0)/\(copy.path)" } ?? copy.path.description
        var values: [String: SQLiteValue] = [
            "id": .text(copy.id), "file_path": .text(path), "file_name": .text(copy.path.name),
            "play_count": .integer(Int64(track.playCount)),
            "updated_at": seconds,
        ]
        if let last = track.lastPlayed { values["last_played"] = date(last) }
        if !deviceColumns["tracks", default: []].contains("added_date") { values["added_date"] = seconds }
        try copyRow("tracks", track.id, with: values)
    }

    /// Copies a row of the device with all columns that both tables have.
    ///
    /// - Parameter values: The values that replace the device's, also of columns that only the library has.
    private func copyRow(_ table: String, _ id: String, with values: [String: SQLiteValue]) throws(SQLiteError) {
        let columns = schema.columns(table).filter { values[$0] != nil || deviceColumns[table, default: []].contains($0) }.sorted()
        var bound: [SQLiteValue] = [.text(id)]
        let expressions = columns.map { column -> String in
            guard let value = values[column] else { return Self.quoted(column) }
            bound.append(value)
            return "?\(bound.count)"
        }
        try connection.run(
            "INSERT INTO main.\(table)(\(columns.map(Self.quoted).joined(separator: ", "))) "
                + "SELECT \(expressions.joined(separator: ", ")) FROM device.\(table) WHERE id = ?1 LIMIT 1", bound)
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    // MARK: Playlists

    private func write(_ change: MergePlan.ListChange) throws(SQLiteError) {
        var id = change.id
        let columns = schema.columns("playlists")
        let written = ["updated_at", "modified_date"].filter(columns.contains)
        if change.isNew {
            if contents.playlists.contains(where: { $0.id == id }) { id = UUID().uuidString }
            var values: [String: SQLiteValue] = ["id": .text(id), "name": .text(change.name), "track_ids": .text("[]")]
            for column in ["created_at", "created_date"] where !deviceColumns["playlists", default: []].contains(column) {
                values[column] = seconds
            }
            for column in written { values[column] = seconds }
            try copyRow("playlists", change.id, with: values)
        }
        var values = written.map { (column: $0, value: seconds) }
        if schema.has("playlist_tracks") {
            let last = try connection.all("SELECT max(position) FROM main.playlist_tracks WHERE playlist_id = ?1", [.text(id)]) {
                $0.number(0)
            }
            var position = last.first.map { Int64(saturating: $0) &+ 1 } ?? 0
            for track in change.entries {
                try connection.run(
                    "INSERT INTO main.playlist_tracks(playlist_id, track_id, position) VALUES(?1, ?2, ?3)",
                    [.text(id), .text(track), .integer(position)])
                position &+= 1
            }
        } else if columns.contains("track_ids") {
            let entries =
                change.known
                + change.entries.map { entry in
                    contents.hasStableEntries ? contents.index(ofTrack: entry).map { contents.rows[$0].track.stableID } ?? entry : entry
                }
            values.append(("track_ids", .text(JSONValue.array(entries.map(JSONValue.string)).text())))
        }
        try update("playlists", id, values)
    }

    // MARK: State

    /// Writes the date of the synchronization into the table `sync_state`, if there is one.
    private func writeState() throws(SQLiteError) {
        let columns = schema.columns("sync_state")
        guard columns.isSuperset(of: ["key", "value"]) else { return }
        let key = SQLiteValue.text(SyncStateFile.dateKey)
        let known = try connection.all("SELECT value FROM main.sync_state WHERE key = ?1", [key]) { $0.text(0) }.first
        let value = SQLiteValue.text(SyncStateFile.text(of: now, like: known))
        let isDated = columns.contains("updated_at")
        let values = [key, value] + (isDated ? [seconds] : [])
        let changed = try connection.run(
            "UPDATE main.sync_state SET value = ?2\(isDated ? ", updated_at = ?3" : "") WHERE key = ?1", values)
        guard changed == 0 else { return }
        try connection.run(
            "INSERT INTO main.sync_state(key, value\(isDated ? ", updated_at" : "")) VALUES(?1, ?2\(isDated ? ", ?3" : ""))", values)
    }
}
