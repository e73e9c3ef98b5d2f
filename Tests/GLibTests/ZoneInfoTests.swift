import Foundation
import Testing

@testable import SubdialGLib

struct ZoneInfoTests {
    @Test(arguments: [
        ("Europe/Berlin", 1_767_868_500, 3600),
        ("Europe/Berlin", 1_783_506_900, 7200),
        // After the last change in the database, its rule applies.
        ("Europe/Berlin", 3_992_500_000, 7200),
        ("America/Argentina/ComodRivadavia", 1_767_868_500, -10_800),
        ("Asia/Kathmandu", 1_767_868_500, 20_700),
        ("Etc/GMT+5", 0, -18_000),
        ("UTC", -1, 0),
    ])
    func aZoneHasItsOffset(identifier: String, moment: Int64, offset: Int) throws {
        let zone = try #require(ZoneInfo.named(identifier))
        #expect(zone.offset(at: moment) == offset)
    }

    /// Foundation has its own database, which may be older than the system's and lack the latest decisions of governments.
    @Test(arguments: ["Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "Asia/Tokyo"])
    func offsetsEqualFoundations(identifier: String) throws {
        let zone = try #require(ZoneInfo.named(identifier))
        let other = try #require(TimeZone(identifier: identifier))
        for moment in stride(from: Int64(0), to: 1_700_000_000, by: 12_345_678) {
            #expect(zone.offset(at: moment) == other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))), "at \(moment)")
        }
    }

    @Test(arguments: [
        "", "Moon", "europe/berlin", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "Europe/../Asia/Tokyo", "../zoneinfo/UTC",
        "/etc/passwd", "right/UTC", "posix/UTC", "tzdata.zi", "leapseconds", "zone.tab", "EST5EDT4", "UTC\0", "Ü",
        String(repeating: "a", count: 5000),
    ])
    func anotherTextIsNoZone(identifier: String) {
        #expect(ZoneInfo.named(identifier) == nil)
    }

    @Test func theSystemsZoneIsOneOfTheDatabase() {
        #expect(ZoneInfo.named(ZoneInfo.localIdentifier) != nil)
    }
}
