import Glibc
import SubdialCGLib
import Synchronization

/// A time zone from the system's tz database.
///
/// GLib reads the database in `/usr/share/zoneinfo` or in the folder of the variable `TZDIR`. Pango requires GLib anyway, while
/// Foundation's time zones would add ICU with its data, 40 MB.
package final class ZoneInfo: @unchecked Sendable {
    // A GTimeZone is immutable, and GLib counts its references atomically.
    private let zone: OpaquePointer

    private init(_ zone: OpaquePointer) { self.zone = zone }

    deinit { g_time_zone_unref(zone) }

    /// The zone of an identifier such as `Europe/Berlin`; nil if the database does not contain it.
    ///
    /// Each zone is read once per process.
    package static func named(_ identifier: String) -> ZoneInfo? {
        guard isIdentifier(identifier) else { return nil }
        return known.withLock { known in
            if let zone = known[identifier] { return zone }
            guard isInDatabase(identifier), let zone = g_time_zone_new_identifier(identifier) else { return nil }
            let named = ZoneInfo(zone)
            known[identifier] = named
            return named
        }
    }

    // Contains only names of files in the database, which has about 600.
    private static let known = Mutex<[String: ZoneInfo]>([:])

    /// The identifier of the system's time zone; `UTC` if it is not in the database.
    ///
    /// GLib reads it from the variable `TZ`, or from the link `/etc/localtime`.
    package static var localIdentifier: String {
        guard let zone = g_time_zone_new_local() else { return "UTC" }
        defer { g_time_zone_unref(zone) }
        let identifier = g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? ""
        return named(identifier) == nil ? "UTC" : identifier
    }

    /// The offset from UTC at a time, in seconds east.
    ///
    /// - Parameter seconds: The time in seconds since 1970 in UTC.
    package func offset(at seconds: Int64) -> Int {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        return interval < 0 ? 0 : Int(g_time_zone_get_offset(zone, interval))
    }

    /// The abbreviation of the zone's name at a time, such as `CEST`, or an offset such as `-03` for a zone without one.
    ///
    /// - Parameter seconds: The time in seconds since 1970 in UTC.
    package func abbreviation(at seconds: Int64) -> String {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        guard interval >= 0, let text = g_time_zone_get_abbreviation(zone, interval) else { return "UTC" }
        return String(cString: text)
    }
}

extension ZoneInfo {
    private static let systemDatabase = "/usr/share/zoneinfo"

    /// Reads another database from now on if the system has none; a process calls this at its start, before it has threads.
    ///
    /// - Parameter folder: The folder of the database; nothing changes if it does not exist.
    package static func replaceMissingDatabase(by folder: String) {
        guard getenv("TZDIR") == nil, access("\(systemDatabase)/Etc/UTC", F_OK) != 0, access(folder, F_OK) == 0 else { return }
        setenv("TZDIR", folder, 1)
    }

    /// True if the text may be an identifier: ASCII words separated by slashes, without a way out of the database.
    private static func isIdentifier(_ text: String) -> Bool {
        // The longest existing name has 32 letters.
        guard text.utf8.count <= 64 else { return false }
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        // The folder `right` contains zones with leap seconds, and `posix` duplicates all zones.
        guard let first = words.first, first != "right", first != "posix" else { return false }
        return words.allSatisfy { word in
            word.first?.isLetter == true
                && word.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }

    /// True if the database contains a file of that name in TZif format (RFC 9636).
    ///
    /// GLib by itself would also accept rules such as `EST5EDT4`, and abort on a file of another format.
    private static func isInDatabase(_ identifier: String) -> Bool {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? systemDatabase
        let file = open("\(folder)/\(identifier)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: 4)
        return read(file, &magic, magic.count) == magic.count && magic == Array("TZif".utf8)
    }
}
