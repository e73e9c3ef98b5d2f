import FoundationEssentials
import Glibc
import SubdialCLibraries
import SubdialSystem

/// A connection to a database, for one task at a time.
final class SQLiteConnection {
    /// The mode in which a database is opened.
    enum Mode {
        /// Writes neither the database nor files beside it.
        case readOnly
        /// Writes a database that exists.
        case update
        /// Creates the database if it does not exist.
        case readWrite
    }

    private let path: String
    private let opened = ContinuousClock.now
    /// True if the connection has been open for longer than any query takes.
    private var isLate: Bool { opened.duration(to: .now) > Self.patience }
    /// The maximum time for which a connection may run statements.
    private static let patience = Duration.seconds(20)
    private let sqlite: UnsafePointer<subdial_sqlite_functions>
    private var handle: OpaquePointer?

    /// Opens a database.
    ///
    /// - Throws: `SQLiteError`.
    init(_ path: String, _ mode: Mode) throws(SQLiteError) {
        guard let sqlite = subdial_sqlite() else {
            let reason = String(cString: subdial_sqlite_failure())
            throw SQLiteError(
                path: path, code: SQLiteError.noLibrary, reason: "libsqlite3 cannot be loaded (\(reason))\(SystemPackage.sqlite.remedy)")
        }
        self.sqlite = sqlite
        self.path = path
        let (name, flags) =
            switch mode {
            case .readOnly: (Self.readOnlyAddress(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            // Attached databases have addresses.
            case .update: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI)
            case .readWrite: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            }
        let code = sqlite.pointee.open_v2(name, &handle, flags | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK else {
            let error = error(code)
            _ = sqlite.pointee.close_v2(handle)
            handle = nil
            throw error
        }
        // Another program may have locked the database for a moment.
        _ = sqlite.pointee.busy_timeout(handle, 2000)
        // A foreign database may contain views whose queries never end, or call functions, and damaged pages.
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite.pointee.progress_handler(
            handle, 100_000,
            { this in
                guard let this else { return 0 }
                return Unmanaged<SQLiteConnection>.fromOpaque(this).takeUnretainedValue().isLate ? 1 : 0
            }, this)
        for pragma in ["trusted_schema = OFF", "cell_size_check = ON"] { try run("PRAGMA \(pragma)") }
    }

    deinit { _ = sqlite.pointee.close_v2(handle) }

    /// The URI of a database that is only read.
    ///
    /// A database in WAL mode without a `-wal` or `-journal` file is opened as immutable, because SQLite would otherwise create files
    /// beside it.
    static func readOnlyAddress(_ path: String) -> String {
        var encoded = ""
        for byte in path.utf8 {
            let isPlain =
                byte == UInt8(ascii: "/")
                || byte < 0x80
                    && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber || "-._~".utf8.contains(byte))
            let digits = String(byte, radix: 16, uppercase: true)
            encoded += isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }
        let isOpenElsewhere =
            FileManager.default.fileExists(atPath: path + "-wal") || FileManager.default.fileExists(atPath: path + "-journal")
        return "file:\(encoded)?mode=ro" + (isOpenElsewhere || !isInWALMode(path) ? "" : "&immutable=1")
    }

    /// True if the read version in the header is that of write-ahead logging (file format, section 1.3).
    private static func isInWALMode(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var version: UInt8 = 0
        return pread(descriptor, &version, 1, 19) == 1 && version == 2
    }

    /// Runs a statement and calls `body` for each row.
    ///
    /// - Throws: `SQLiteError`, or the error of `body`.
    func rows(_ statement: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws(SQLiteError) -> Void) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite.pointee.prepare_v2(handle, statement, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        defer { _ = sqlite.pointee.finalize(prepared) }
        for (index, value) in values.enumerated() {
            let code = bind(value, to: prepared, at: Int32(index) + 1)
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch sqlite.pointee.step(prepared) {
            case SQLITE_ROW: try body(SQLiteRow(sqlite: sqlite, statement: prepared))
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    /// Returns the rows as elements, without those for which `make` returns nil.
    func all<Element>(
        _ statement: String, _ values: [SQLiteValue] = [], _ make: (SQLiteRow) -> Element?
    ) throws(SQLiteError) -> [Element] {
        var elements: [Element] = []
        try rows(statement, values) { (row) throws(SQLiteError) in
            if let element = make(row) { elements.append(element) }
        }
        return elements
    }

    /// Runs a statement without rows.
    ///
    /// - Returns: The number of rows inserted, changed or deleted.
    @discardableResult
    func run(_ statement: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        try rows(statement, values) { _ in }
        return Int(sqlite.pointee.changes64(handle))
    }

    /// The id of the last inserted row.
    var lastInsertedRow: Int64 { sqlite.pointee.last_insert_rowid(handle) }

    /// Runs `body` in a transaction that excludes other writers; it is rolled back if `body` throws.
    func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Copies the whole database to `destination` and overwrites it.
    ///
    /// The copy is consistent: it contains another program's transaction completely or not at all.
    func copy(to destination: SQLiteConnection) throws(SQLiteError) {
        guard let backup = sqlite.pointee.backup_init(destination.handle, "main", handle, "main") else {
            throw destination.error(sqlite.pointee.errcode(destination.handle))
        }
        let code = sqlite.pointee.backup_step(backup, -1)
        _ = sqlite.pointee.backup_finish(backup)
        guard code == SQLITE_DONE else { throw destination.error(code) }
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .null: sqlite.pointee.bind_null(statement, index)
        case .integer(let value): sqlite.pointee.bind_int64(statement, index, value)
        case .double(let value): sqlite.pointee.bind_double(statement, index, value)
        case .text(let text): sqlite.pointee.bind_text(statement, index, text, Int32(clamping: text.utf8.count), copied)
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        let message = handle.flatMap { sqlite.pointee.errmsg($0) } ?? sqlite.pointee.errstr(code)
        let words = message.map { String(cString: $0) } ?? "error \(code)"
        let error = SQLiteError(path: path, code: code, reason: words)
        guard error.isLocked else { return error }
        return SQLiteError(path: path, code: code, reason: "\(words): another program writes to it; close it there, or try again later")
    }
}
