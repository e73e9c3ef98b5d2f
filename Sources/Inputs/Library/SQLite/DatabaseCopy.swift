import Glibc
import SubdialSystem

/// Copies of a database, written beside their final path and renamed to it when they are complete.
enum DatabaseCopy {
    /// Copies a database to a file of its own, which replaces another one there.
    ///
    /// - Parameters:
    ///   - source: The connection over which it is read; it may be open in a transaction of another connection.
    ///   - model: The file whose permissions the copy gets.
    ///   - change: Changes the copy before it gets its final path.
    /// - Throws: `SQLiteError`; the file at `path` is unchanged then.
    static func write(
        _ source: SQLiteConnection, to path: String, permissionsOf model: String,
        _ change: (SQLiteConnection) throws(SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) {
        // SQLite would apply another database's leftover files to this one.
        for ending in ["-wal", "-journal", "-shm"] where access(path + ending, F_OK) == 0 {
            throw SQLiteError(path: path + ending, code: 1, reason: "another program has the copy open, or left this; name another file")
        }
        let draft = "\(path).\(getpid()).part"
        defer { for ending in ["", "-journal", "-wal", "-shm"] { unlink(draft + ending) } }
        do {
            // Nobody else reads the copy before it has the permissions of the library.
            try PrivateFile(draft).prepare()
        } catch {
            throw SQLiteError(path: path, code: 1, reason: "the copy cannot be written: \(error.reason)")
        }
        try fill(draft, from: source, change)
        do {
            try AtomicFile.complete(draft, as: path, permissionsOf: model)
        } catch {
            throw SQLiteError(path: path, code: 1, reason: "the copy cannot be written: \(error.reason)")
        }
    }

    private static func fill(
        _ draft: String, from source: SQLiteConnection, _ change: (SQLiteConnection) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let copy = try SQLiteConnection(draft, .readWrite)
        try source.copy(to: copy)
        // A single file without companion files.
        try copy.run("PRAGMA journal_mode = DELETE")
        try change(copy)
    }
}
