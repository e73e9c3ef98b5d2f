import SubdialBasics
import SubdialCLibraries

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
    /// SQLite's code for a file that cannot be written.
    static let cannotWrite: Int32 = 10
    /// True if another program has locked the database.
    package var isLocked: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
    /// SQLite's error message.
    package let reason: String

    /// The path, if it matters, and the reason, on one line.
    package var description: String { code == Self.noLibrary ? reason : "\(path): \(reason)" }
}

extension SQLiteError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch code {
        case Self.noLibrary: .unavailable
        case Self.cannotWrite, SQLITE_READONLY, SQLITE_FULL: .cannotWrite
        default: isLocked ? .unavailable : .badData
        }
    }
}
