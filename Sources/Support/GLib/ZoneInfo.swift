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
}
