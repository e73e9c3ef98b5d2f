import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialSystem
import SubdialTimeline

/// The size of a library and the state of its app's synchronization.
package struct LibraryState: Hashable, Sendable {
    /// The number of tracks.
    package var tracks: Int
    /// The number of playlists.
    package var playlists: Int
    /// The app's data on its last synchronization by key, from the table `sync_state`, or from a `sync_state.json` if that has no rows.
    package var synchronization: [String: String]
    /// When the app last synchronized: the date that the data give, or else when they were last written; nil if unknown.
    package var synchronized: Date?
}

extension LibraryDatabase {
    /// Returns the state of the library.
    package func state() throws(SQLiteError) -> LibraryState {
        let schema = try LibrarySchema(self)
        func count(_ table: String) throws(SQLiteError) -> Int {
            guard schema.has(table) else { return 0 }
            return try schema.connection.all("SELECT count(*) FROM \(table)") { $0.number(0).map { Int(saturating: $0) } }.first ?? 0
        }
        var state = LibraryState(tracks: try count("tracks"), playlists: try count("playlists"), synchronization: [:])
        let columns = schema.columns("sync_state")
        if columns.isSuperset(of: ["key", "value"]) {
            let date = columns.contains("updated_at") ? "updated_at" : "NULL"
            try schema.connection.rows("SELECT key, value, \(date) FROM sync_state") { (row) throws(SQLiteError) in
                guard let key = row.text(0) else { return }
                state.synchronization[key] = row.text(1) ?? ""
                if let seconds = row.number(2), seconds > 0 {
                    state.synchronized = max(state.synchronized ?? .distantPast, Date(timeIntervalSince1970: seconds))
                }
            }
        }
        if state.synchronization.isEmpty, let file = try? SyncStateFile(of: self), let modified = file.modified {
            state.synchronized = file.date ?? modified
            for member in file.members {
                state.synchronization[member.key] =
                    switch member.value {
                    case .string(let text): text
                    case .array(let elements): "\(elements.count)"
                    case .object(let members): "\(members.count)"
                    case let other: other.text()
                    }
            }
        }
        return state
    }
}

/// An app's `sync_state.json`: in the database's folder, or in its parent.
struct SyncStateFile {
    /// The key with the date of the last synchronization, here and in the table `sync_state`.
    static let dateKey = "lastSync"
    /// The number from which a date is in milliseconds; as seconds, it is in the year 5138.
    private static let leastMilliseconds = 1e11
    /// The maximum size of the file in bytes.
    private static let maximum = 1 << 20

    let path: String
    /// The keys and values in order; empty if the file does not exist.
    private(set) var members: [JSONMember] = []
    /// When the file was last written; nil if it does not exist.
    let modified: Date?
    private let bytes: [UInt8]?

    /// Reads the file.
    ///
    /// - Throws: `WriteError` if there is one that cannot be written again: no JSON object, or too long.
    init(of library: LibraryDatabase) throws(WriteError) {
        let folder = MusicFolders.folder(of: library.path)
        let paths = [folder, MusicFolders.folder(of: folder)].map { "\($0)/sync_state.json" }
        let versions = paths.map { FileVersion(path: $0, followsLinks: true) }
        guard let index = versions.firstIndex(where: { $0 != nil }), let version = versions[index] else {
            (path, modified, bytes) = (paths[0], nil, nil)
            return
        }
        path = paths[index]
        modified = Date(timeIntervalSince1970: Double(version.modified) / 1e9)
        let read: [UInt8]
        do throws(ReadError) {
            read = try InputFile.bytes(at: path, limit: Self.maximum, accepting: .regular)
        } catch {
            throw WriteError(path: path, reason: error.reason)
        }
        guard case .object(let members)? = try? JSONValue(parsing: read) else {
            throw WriteError(path: path, reason: "it has no JSON object; move it away")
        }
        self.members = members
        bytes = read
    }

    /// Writes the date of a synchronization; all other keys stay.
    func write(_ date: Date) throws(WriteError) {
        var members = members
        let index = members.lastIndex { $0.key == Self.dateKey }
        let known = index.map { members[$0].value }
        let text = Self.text(of: date, like: known.map { $0.string ?? $0.text() })
        let value: JSONValue = known?.string != nil ? .string(text) : Int64(text).map(JSONValue.integer) ?? .string(text)
        if let index { members[index].value = value } else { members.append(JSONMember(Self.dateKey, value)) }
        try AtomicFile.write(Array(JSONValue.object(members).text().utf8), to: path, isDurable: true)
    }

    /// Restores the file as it was read.
    func restore() throws(WriteError) {
        if let bytes { try AtomicFile.write(bytes, to: path, isDurable: true) } else { unlink(path) }
    }

    /// The date of the last synchronization; nil if the file does not give one.
    var date: Date? {
        guard let value = members.last(where: { $0.key == Self.dateKey })?.value else { return nil }
        let text = value.string ?? value.text()
        guard let number = Double(text) else { return Date(iso8601: text) }
        let seconds = number > Self.leastMilliseconds ? number / 1000 : number
        return (1..<Self.leastMilliseconds).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// A date in the form that is known from an earlier one: Unix seconds, milliseconds, or ISO 8601.
    static func text(of date: Date, like known: String?) -> String {
        let seconds = Int64(saturating: date.timeIntervalSince1970)
        guard let known, !known.isEmpty, known != "null" else { return "\(seconds)" }
        guard let number = Double(known) else { return date.iso8601 }
        return "\(number > Self.leastMilliseconds ? seconds * 1000 : seconds)"
    }
}
