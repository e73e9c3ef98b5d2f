import Foundation
import SubdialExpressions
import Testing

@testable import SubdialEngine

/// The displays in the configuration, and their wake times.
@Suite struct DisplaySettingsTests {
    private static func displays(_ text: String) throws -> [DisplaySettings] {
        try ConfigurationFile(text: text, path: "config.yaml").displays
    }

    @Test func aDisplayIsRead() throws {
        let displays = try Self.displays(
            """
            displays:
              - id: aa:bb:cc:00:11:22
                name: Kitchen
                device: trmnl-og
                screens: [now-playing, { kind: weather:home, theme: studio }, { kind: now-playing, subject: Office }]
                refresh: { least: 120, most: 900, wakes: 100, quiet: "23:00-06:30" }
              - id: X1
            """)
        var rules = RefreshRules()
        (rules.least, rules.most, rules.wakesPerDay, rules.quiet) = (120, 900, 100, [QuietHours(start: 1380, end: 390)])
        #expect(
            displays == [
                DisplaySettings(
                    id: "AA:BB:CC:00:11:22", name: "Kitchen", device: "trmnl-og",
                    screens: [
                        .init(kind: "now-playing"), .init(kind: "weather:home", theme: "studio"),
                        .init(kind: "now-playing", subject: "Office"),
                    ], refresh: rules),
                DisplaySettings(id: "X1", name: "X1", screens: [.init(kind: "now-playing")]),
            ])
    }

    @Test(arguments: [
        ("displays: [ { name: a } ]", "the id is missing"), ("displays: [ { id: 'a b' } ]", "id takes what the display sends"),
        ("displays: [ { id: a }, { id: A } ]", "'A' stands here twice"),
        ("displays: [ { id: a, screens: [ { subject: x } ] } ]", "the kind is missing"),
        ("displays: [ { id: a, refresh: { least: 5 } } ]", "least takes seconds, from 10 to 86400, not '5'"),
        ("displays: [ { id: a, refresh: { least: 90, most: 60 } } ]", "'least' is more than 'most'"),
        ("displays: [ { id: a, refresh: { quiet: night } } ]", "quiet takes a part of the day"),
        ("displays: [ { id: a, refresh: { quiet: '24:00-06:00' } } ]", "quiet takes a part of the day"),
        (
            "displays: [ { id: a, refresh: { quiet: [{ days: [mon, tues], from: '22:00', to: '06:30' }] } } ]",
            "there is no day 'tues'; there are mon"
        ),
        ("displays: [ { id: a, refresh: { quiet: { from: '22:00' } } } ]", "quiet takes 'from' and 'to'"),
        (
            "displays: [ { id: a, refresh: { quiet: { from: '24:00', to: '06:00' } } } ]",
            "from takes a time of the day, such as \"22:00\", not '24:00'"
        ),
        ("displays: [ { id: a, colour: red } ]", "colour"), ("serve: { url: 'ftp://x' }", "url: "),
        ("serve: { tokenFile: here }", "tokenFile takes the path of a file"),
    ])
    func wrongSettings(_ text: String, _ message: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.displays(text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    private static let zones = TimeZones(standard: "+01:00")

    /// A date on 8 January 2026, by a clock one hour east of Greenwich.
    private static func moment(_ hour: Int, _ minute: Int, _ second: Int = 0) -> Date {
        Date(timeIntervalSince1970: 1_767_826_800 + Double(hour * 3600 + minute * 60 + second))
    }

    @Test(
        arguments: [
            (nil, 1800), (30, 60), (300, 301), (300.4, 302), (-20, 60), (7200, 1800),
        ] as [(Double?, Int)])
    func itWakesAtTheNextChange(_ change: Double?, _ seconds: Int) {
        let now = Self.moment(12, 0)
        #expect(
            RefreshRules().seconds(at: now, nextChange: change.map { now.addingTimeInterval($0) }, wakes: [now], in: Self.zones)
                == seconds)
    }

    @Test(arguments: [
        (22, 59, 0, 60), (23, 0, 0, 27_000), (23, 0, 30, 26_970), (6, 29, 0, 60), (6, 29, 30, 60), (6, 30, 0, 60), (0, 30, 0, 21_600),
    ])
    func itSleepsThroughQuietHours(_ hour: Int, _ minute: Int, _ second: Int, _ seconds: Int) {
        var rules = RefreshRules()
        rules.quiet = [QuietHours(start: 23 * 60, end: 6 * 60 + 30)]
        let now = Self.moment(hour, minute, second)
        #expect(rules.seconds(at: now, nextChange: now, wakes: [now], in: Self.zones) == seconds)
    }

    /// Hours of several kinds, with the moments in Berlin from which a display sleeps, and the hours of its sleep.
    @Test(arguments: [
        ("{ days: [mon, tue], from: '22:00', to: '06:30' }", "2026-01-05 22:00", 8.5),
        ("{ days: [mon, tue], from: '22:00', to: '06:30' }", "2026-01-07 06:00", 0.5),
        ("{ days: [mon, tue], from: '22:00', to: '06:30' }", "2026-01-07 22:30", 0),
        ("{ days: [mon, tue], from: '22:00', to: '06:30' }", "2026-01-05 05:00", 0),
        ("[{ days: mon, from: '22:00', to: '24:00' }, '12:00-13:00']", "2026-01-05 23:00", 1),
        ("[{ days: mon, from: '22:00', to: '24:00' }, '12:00-13:00']", "2026-01-06 12:15", 0.75),
        ("[{ days: mon, from: '22:00', to: '24:00' }, { days: tue, from: '00:00', to: '05:00' }]", "2026-01-05 23:00", 6),
        ("{ days: weekend, from: '00:00', to: '09:00' }", "2026-01-11 03:00", 6),
        ("{ days: weekdays, from: '00:00', to: '09:00' }", "2026-01-11 03:00", 0),
        // An hour is missing on 29 March, and one is there twice on 25 October.
        ("'23:00-06:30'", "2026-03-28 23:00", 6.5), ("'23:00-06:30'", "2026-10-24 23:00", 8.5),
        ("{ days: sun, from: '02:30', to: '04:00' }", "2026-03-29 03:30", 0.5),
    ])
    func quietHours(_ written: String, _ time: String, _ hours: Double) throws {
        let rules = try #require(try Self.displays("displays: [ { id: a, refresh: { least: 10, quiet: \(written) } } ]").first).refresh
        let zones = TimeZones(standard: "Europe/Berlin")
        let digits = time.split { " -:".contains($0) }.compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let now = try #require(
            calendar.date(from: DateComponents(year: digits[0], month: digits[1], day: digits[2], hour: digits[3], minute: digits[4])))
        #expect(rules.seconds(at: now, nextChange: now, wakes: [now], in: zones) == max(10, Int(hours * 3600)))
    }

    /// Whatever changes, a day has no more wakes than the battery permits, and they are not all used in the first hour.
    @Test func aDayHasItsBudget() {
        var rules = RefreshRules()
        (rules.least, rules.wakesPerDay) = (10, 100)
        let start = Self.moment(0, 0)
        var (now, wakes) = (start, [Date]())
        while now < start.addingTimeInterval(3 * 86_400) {
            wakes.append(now)
            now.addTimeInterval(Double(rules.seconds(at: now, nextChange: now, wakes: wakes, in: Self.zones)))
        }
        for first in wakes {
            #expect(wakes.count { $0 >= first && $0 < first.addingTimeInterval(86_400) } <= 101)
        }
        #expect(wakes.count { $0 < start.addingTimeInterval(86_400) } > 90)
        #expect((wakes.dropFirst(80).first ?? start) > start.addingTimeInterval(3600))
    }
}
