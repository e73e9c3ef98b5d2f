import SubdialBasics

/// An error of SQLite: a database cannot be opened, or a statement cannot be run.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's path.
    package let path: String
    /// SQLite's result code, such as `SQLITE_BUSY`; ``noLibrary`` if there is none.
    package let code: Int32
    /// The code if libsqlite3 cannot be loaded.
    package static let noLibrary: Int32 = -1
    /// The code if the file cannot be created for its user alone; SQLite's own code for a file that it cannot open.
    static let noFile: Int32 = 14
    /// SQLite's error message.
    package let reason: String

    /// The path, if it matters, and the reason, on one line.
    package var description: String { code == Self.noLibrary ? reason : "\(path): \(reason)" }
}

extension SQLiteError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { code == Self.noLibrary ? .unavailable : .badData }
}
