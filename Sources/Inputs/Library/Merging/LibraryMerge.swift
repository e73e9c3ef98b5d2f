import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// Merges the library of a device into another one, in a single transaction.
///
/// The device's database is only read. The other one belongs to an application: its tables stay as they are, and columns that are unknown here
/// keep their values.
package struct LibraryMerge: Sendable {
    /// The outcome of a merge.
    package struct Outcome: Sendable {
        /// What the merge has changed.
        package var plan: MergePlan
        /// The paths of the new tracks that were added, within the folder of music, by their ids on the device.
        package var paths: [String: String] { plan.added.mapValues { $0.path.description } }
        /// The reasons why new tracks were not added, by their ids on the device.
        package var obstacles: [String: String] = [:]
        /// The copy of the database from before the change; nil if nothing has changed.
        package var backup: String?
    }

    private let device: LibraryDatabase
    private let library: LibraryDatabase

    /// - Throws: `SQLiteError` if both are one database.
    package init(_ device: LibraryDatabase, into library: LibraryDatabase) throws(SQLiteError) {
        let versions = [device, library].map { FileVersion(path: $0.path, followsLinks: true) }
        if let one = versions[0], let other = versions[1], one.isOfSameFile(as: other) {
            throw SQLiteError(path: device.path, code: 1, reason: "this is the library itself; name that of a device")
        }
        (self.device, self.library) = (device, library)
    }

    /// Returns what a merge would change; nothing is written.
    ///
    /// - Parameter copying: True to plan copies of the files of new tracks.
    package func preview(copying: Bool) throws(SQLiteError) -> Outcome {
        let rows = try LibraryContents(LibrarySchema(device))
        let schema = try LibrarySchema(library)
        let contents = try LibraryContents(schema)
        var outcome = Outcome(plan: MergePlan(from: rows, into: contents, schema))
        guard copying, !outcome.plan.new.isEmpty else { return outcome }
        var copied: [String: CopiedTrack] = [:]
        for track in outcome.plan.new {
            let written = rows.written(of: track)
            outcome.obstacles[track.id] = MusicCopy.obstacle(to: track, of: device.folders, isRelative: !written.hasPrefix("/"))
            if outcome.obstacles[track.id] == nil {
                copied[track.id] = CopiedTrack(id: track.id, path: MusicCopy.safePath(written), isCopied: true)
            }
        }
        outcome.plan = MergePlan(from: rows, into: contents, schema, copied: copied)
        return outcome
    }

    /// Merges; if there is nothing to change, nothing is written.
    ///
    /// - Parameters:
    ///   - copying: True to copy the files of new tracks into the library's folder of music, and to add these tracks.
    ///   - now: The date of the synchronization.
    ///   - progress: Called with the number of finished steps and of all.
    /// - Throws: `SQLiteError` or `WriteError`; the database, the folder of music and `sync_state.json` are as before then.
    package func run(copying: Bool, now: Date, progress: (Int, Int) -> Void) throws -> Outcome {
        var outcome = try preview(copying: copying)
        guard !outcome.plan.isEmpty else { return outcome }
        let rows = try LibraryContents(LibrarySchema(device))
        guard !outcome.plan.added.isEmpty else {
            try apply(rows, copied: [:], to: &outcome, now: now, progress)
            return outcome
        }
        let contents = try LibraryContents(LibrarySchema(library))
        let taken = Set(contents.rows.map(\.written)).union(contents.rows.map(\.track.path))
        var copy = try MusicCopy(into: musicFolder)
        do {
            var copied: [String: CopiedTrack] = [:]
            var given: Set<String> = []
            for track in outcome.plan.new {
                guard var new = outcome.plan.added[track.id] else { continue }
                (new.path, new.isCopied) = try copy.copy(track.path, to: new.path) { path in
                    given.contains(path) || taken.contains(path) || taken.contains("\(musicFolder)/\(path)")
                }
                given.insert(new.path.description)
                if contents.index(ofTrack: track.id) != nil { new.id = UUID().uuidString }
                copied[track.id] = new
                progress(copied.count, outcome.plan.added.count)
            }
            copy.synchronize()
            try apply(rows, copied: copied, to: &outcome, now: now, progress)
        } catch {
            copy.undo()
            throw error
        }
        return outcome
    }

    /// The folder into which new files are copied.
    private var musicFolder: String {
        let folder = MusicFolders.folder(of: library.path)
        // An application's folder that has no music yet.
        return library.folders.music == folder && folder.hasSuffix("/Database")
            ? "\(MusicFolders.folder(of: folder))/Music" : library.folders.music
    }

    /// Changes the database and `sync_state.json`: both, or none.
    private func apply(
        _ rows: LibraryContents, copied: [String: CopiedTrack], to outcome: inout Outcome, now: Date, _ progress: (Int, Int) -> Void
    ) throws(SQLiteError) {
        let state: SyncStateFile
        do throws(WriteError) { state = try SyncStateFile(of: library) } catch { throw SQLiteError(error) }
        let address = SQLiteConnection.readOnlyAddress(device.path)
        // It reads what was committed before, while the other one has the transaction. No file may be opened and closed in another way
        // meanwhile: that would release SQLite's locks.
        let before = try SQLiteConnection(library.path, .update)
        let connection = try SQLiteConnection(library.path, .update)
        try connection.run("ATTACH DATABASE ?1 AS device", [.text(address)])
        let backup = "\(library.path).before-merge"
        var isStateWritten = false
        do {
            outcome.plan = try connection.transaction { () throws(SQLiteError) in
                let schema = try LibrarySchema(library, over: connection)
                let contents = try LibraryContents(schema)
                // The application may have changed the database since the preview.
                let plan = MergePlan(from: rows, into: contents, schema, copied: copied)
                guard !plan.isEmpty else { return plan }
                try DatabaseCopy.write(before, to: backup, permissionsOf: library.path)
                let writer = try MergeWriter(schema, contents, now: now, absoluteFolder: contents.hasAbsolutePaths ? musicFolder : nil)
                try writer.write(plan, progress)
                do throws(WriteError) { try state.write(now) } catch { throw SQLiteError(error) }
                isStateWritten = true
                return plan
            }
        } catch {
            if isStateWritten { try? state.restore() }
            throw error
        }
        outcome.backup = outcome.plan.isEmpty ? nil : backup
    }
}

extension LibraryContents {
    /// The path of a track as the database has it.
    fileprivate func written(of track: LibraryTrack) -> String { index(ofTrack: track.id).map { rows[$0].written } ?? track.path }
}

extension SQLiteError {
    fileprivate init(_ error: WriteError) {
        self.init(path: error.path, code: Self.cannotWrite, reason: "it cannot be written, so that nothing was merged: \(error.reason)")
    }
}
