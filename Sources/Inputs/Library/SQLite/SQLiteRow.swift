import SubdialCLibraries

/// A value bound to a statement.
package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
}

/// A row of a statement's result, valid until the next row is read.
struct SQLiteRow {
    let sqlite: UnsafePointer<subdial_sqlite_functions>
    let statement: OpaquePointer

    /// The text of a column; nil for null.
    func text(_ column: Int32) -> String? {
        guard sqlite.pointee.column_type(statement, column) != SQLITE_NULL, let bytes = sqlite.pointee.column_text(statement, column) else {
            return nil
        }
        // The text may contain zero bytes.
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite.pointee.column_bytes(statement, column))), as: UTF8.self)
    }

    /// The bytes of a column; nil for null and for an empty value.
    func bytes(_ column: Int32) -> [UInt8]? {
        let count = Int(sqlite.pointee.column_bytes(statement, column))
        guard count > 0, let bytes = sqlite.pointee.column_blob(statement, column) else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// The number in a column, also parsed from a text; nil for null and for other values.
    func number(_ column: Int32) -> Double? {
        switch sqlite.pointee.column_type(statement, column) {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite.pointee.column_double(statement, column)
        case SQLITE_TEXT: text(column).flatMap(Double.init)
        default: nil
        }
    }
}
