/// An error of SQLite: a database cannot be opened, or a statement cannot be run.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's path.
    public let path: String
    /// SQLite's result code, such as `SQLITE_BUSY`.
    public let code: Int32
    /// SQLite's error message.
    public let reason: String

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
