import CSQLite
import FoundationEssentials
import Glibc

/// A connection to a database, used by one task at a time.
final class SQLiteConnection {
    /// How a database is opened.
    enum Mode {
        /// Nothing is written, neither the database nor a file beside it.
        case readOnly
        /// The database is made where there is none.
        case readWrite
    }

    private let path: String
    private let opened = ContinuousClock.now
    /// True once the connection has been at work for longer than any question takes.
    private var isLate: Bool { opened.duration(to: .now) > Self.patience }
    /// Time that a connection may work.
    private static let patience = Duration.seconds(20)
    private var handle: OpaquePointer?

    /// Opens a database.
    ///
    /// - Throws: `SQLiteError`.
    init(_ path: String, _ mode: Mode) throws(SQLiteError) {
        self.path = path
        let (name, flags) =
            switch mode {
            case .readOnly: (Self.readOnlyAddress(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            case .readWrite: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            }
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_FULLMUTEX, nil)
        guard code == SQLITE_OK else {
            let error = error(code)
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
        // Another program may hold the database for a moment.
        sqlite3_busy_timeout(handle, 2000)
        // A database of others may have views that never end.
        let this = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(
            handle, 100_000,
            { this in
                guard let this else { return 0 }
                return Unmanaged<SQLiteConnection>.fromOpaque(this).takeUnretainedValue().isLate ? 1 : 0
            }, this)
    }

    deinit { sqlite3_close_v2(handle) }

    /// The address of a database that is only read.
    ///
    /// A database in WAL mode that nobody has open is told to be immutable: SQLite would make files beside it otherwise.
    private static func readOnlyAddress(_ path: String) -> String {
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

    /// True where the header's read version is that of write-ahead logging (file format, 1.3).
    private static func isInWALMode(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var version: UInt8 = 0
        return pread(descriptor, &version, 1, 19) == 1 && version == 2
    }

    /// Runs a statement, and hands over each row.
    ///
    /// - Throws: `SQLiteError`, or what `body` throws.
    func rows(_ statement: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws(SQLiteError) -> Void) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() {
            let code = bind(value, to: prepared, at: Int32(index) + 1)
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: try body(SQLiteRow(statement: prepared))
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    /// The rows as elements; a row for which `make` returns nil is left out.
    func all<Element>(
        _ statement: String, _ values: [SQLiteValue] = [], _ make: (SQLiteRow) -> Element?
    ) throws(SQLiteError) -> [Element] {
        var elements: [Element] = []
        try rows(statement, values) { (row) throws(SQLiteError) in
            if let element = make(row) { elements.append(element) }
        }
        return elements
    }

    /// Runs a statement that gives no rows.
    ///
    /// - Returns: The number of rows that were inserted, changed or deleted.
    @discardableResult
    func run(_ statement: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        try rows(statement, values) { _ in }
        return Int(sqlite3_changes64(handle))
    }

    /// The identity of the row that was inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Does `body` wholly or not at all, and with no other writer between.
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

    /// Writes a copy of the whole database over `destination`'s.
    ///
    /// Another program's transaction is in the copy wholly or not at all.
    func copy(to destination: SQLiteConnection) throws(SQLiteError) {
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw destination.error(sqlite3_errcode(destination.handle))
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw destination.error(code) }
    }

    private func bind(_ value: SQLiteValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .double(let value): sqlite3_bind_double(statement, index, value)
        case .text(let text): sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), copied)
        }
    }

    private func error(_ code: Int32) -> SQLiteError {
        let words = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
        return SQLiteError(path: path, code: code, reason: words)
    }
}
