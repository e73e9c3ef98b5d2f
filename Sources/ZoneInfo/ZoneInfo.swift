import CGLib
import Synchronization

/// A time zone of the tz database that the system has.
///
/// GLib reads the database, in `/usr/share/zoneinfo` or the folder of the variable `TZDIR`. Pango needs GLib anyway. The time zones of Foundation
/// would bring ICU with its data, 40 MB.
public final class ZoneInfo: @unchecked Sendable {
    // A GTimeZone does not change, and GLib counts its references atomically.
    private let zone: OpaquePointer

    private init(_ zone: OpaquePointer) { self.zone = zone }

    deinit { g_time_zone_unref(zone) }

    /// The zone of an identifier such as `Europe/Berlin`; nil for one that the database does not have.
    ///
    /// Each zone is read once in a process.
    public static func named(_ identifier: String) -> ZoneInfo? {
        guard isIdentifier(identifier) else { return nil }
        return known.withLock { known in
            if let zone = known[identifier] { return zone }
            guard isInDatabase(identifier), let zone = g_time_zone_new_identifier(identifier) else { return nil }
            let named = ZoneInfo(zone)
            known[identifier] = named
            return named
        }
    }

    // Only names of files in the database come in here, which has about 600.
    private static let known = Mutex<[String: ZoneInfo]>([:])

    /// The identifier of the zone that the system is set to; `UTC` where that is none of the database.
    ///
    /// GLib takes it from the variable `TZ`, or from the link `/etc/localtime`.
    public static var localIdentifier: String {
        guard let zone = g_time_zone_new_local() else { return "UTC" }
        defer { g_time_zone_unref(zone) }
        let identifier = g_time_zone_get_identifier(zone).map { String(cString: $0) } ?? ""
        return named(identifier) == nil ? "UTC" : identifier
    }

    /// The seconds east of Greenwich at a moment.
    ///
    /// - Parameter seconds: The moment in seconds since 1970 in UTC.
    public func offset(at seconds: Int64) -> Int {
        let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
        return interval < 0 ? 0 : Int(g_time_zone_get_offset(zone, interval))
    }
}
