/// An error of SQLite: a database cannot be opened, or a statement cannot be run.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's path.
    public let path: String
    /// SQLite's result code, such as `SQLITE_BUSY`; ``noLibrary`` if there is none.
    public let code: Int32
    /// The code if libsqlite3 cannot be loaded.
    public static let noLibrary: Int32 = -1
    /// SQLite's error message.
    public let reason: String

    /// The path, if it matters, and the reason, on one line.
    public var description: String { code == Self.noLibrary ? reason : "\(path): \(reason)" }
}
