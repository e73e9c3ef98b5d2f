/// A database that cannot be opened, or a statement that cannot be run.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's path.
    public let path: String
    /// SQLite's result code: `SQLITE_BUSY` and the like.
    public let code: Int32
    /// SQLite's own words.
    public let reason: String

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
