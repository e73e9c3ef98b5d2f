import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// The size of a library and the state of its app's synchronization.
package struct LibraryState: Hashable, Sendable {
    /// The number of tracks.
    package var tracks: Int
    /// The number of playlists.
    package var playlists: Int
    /// The app's data on its last synchronization by key, from the table `sync_state` or from a `sync_state.json`.
    package var synchronization: [String: String]
    /// When the data were last written; nil if unknown.
    package var synchronized: Date?
}

extension LibraryDatabase {
    /// The maximum size of a `sync_state.json` in bytes.
    private static let maximumState = 1 << 20

    /// Returns the state of the library.
    ///
    /// The file `sync_state.json` is in the database's folder or in its parent.
    package func state() throws(SQLiteError) -> LibraryState {
        let schema = try LibrarySchema(path)
        func count(_ table: String) throws(SQLiteError) -> Int {
            guard schema.has(table) else { return 0 }
            return try schema.connection.all("SELECT count(*) FROM \(table)") { $0.number(0).map { Int(saturating: $0) } }.first ?? 0
        }
        var state = LibraryState(tracks: try count("tracks"), playlists: try count("playlists"), synchronization: [:])
        let columns = Set(try schema.connection.all("PRAGMA table_info(sync_state)") { $0.text(1) })
        if columns.isSuperset(of: ["key", "value"]) {
            let date = columns.contains("updated_at") ? "updated_at" : "NULL"
            try schema.connection.rows("SELECT key, value, \(date) FROM sync_state") { (row) throws(SQLiteError) in
                guard let key = row.text(0) else { return }
                state.synchronization[key] = row.text(1) ?? ""
                if let seconds = row.number(2), seconds > 0 {
                    state.synchronized = max(state.synchronized ?? .distantPast, Date(timeIntervalSince1970: seconds))
                }
            }
        } else {
            readFile(into: &state)
        }
        return state
    }

    private func readFile(into state: inout LibraryState) {
        var folder = path
        for _ in 0..<2 {
            guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return }
            folder = String(folder[..<slash])
            let file = folder + "/sync_state.json"
            guard let version = FileVersion(path: file), version.size <= Self.maximumState,
                let data = FileManager.default.contents(atPath: file),
                case .object(let members)? = try? JSONValue(parsing: [UInt8](data))
            else { continue }
            state.synchronized = Date(timeIntervalSince1970: Double(version.modified) / 1e9)
            for member in members {
                state.synchronization[member.key] =
                    switch member.value {
                    case .string(let text): text
                    case .array(let elements): "\(elements.count)"
                    case .object(let members): "\(members.count)"
                    case let other: other.text()
                    }
            }
            return
        }
    }
}
