import Foundation
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialServe

/// Tests of the stored records of displays.
@Suite struct DisplayRecordTests {
    @Test(
        arguments: [
            (["battery-charging": "1"], true), (["battery-charging": "0", "usb-connected": "true"], false),
            (["usb-connected": "TRUE"], true),
            (["usb-connected": "maybe"], nil), ([:], nil),
        ] as [([String: String], Bool?)])
    func charging(_ fields: [String: String], _ isCharging: Bool?) {
        let report = DisplayReport { fields[$0] }
        #expect(report.isCharging == isCharging && DisplayReport { _ in nil }.over(report).isCharging == isCharging)
    }

    private static let now = Date(timeIntervalSince1970: 1_785_312_389)

    /// The file names, which the cache of the firmware uses.
    @Test func aFileIsNamedForItsContent() {
        var record = DisplayRecord(id: "A")
        let first = record.fileName(of: "0 now-playing", tag: "a", at: Self.now)
        #expect(first.hasPrefix("subdial") && first.hasSuffix("-1785312389") && first.utf8.count == 24)
        // The same bytes have the same name at any later time.
        #expect(record.fileName(of: "0 now-playing", tag: "a", at: Self.now + 5000) == first)
        // Another content within the same second has another name.
        let second = record.fileName(of: "0 now-playing", tag: "b", at: Self.now)
        #expect(second.hasSuffix("-1785312390") && second.prefix(13) == first.prefix(13))
        #expect(record.fileName(of: "0 now-playing", tag: "a", at: Self.now).hasSuffix("-1785312391"))
        // Another screen is another file.
        #expect(record.fileName(of: "1 weather", tag: "a", at: Self.now).prefix(13) != first.prefix(13))
    }

    @Test(
        arguments: [
            (["battery-voltage": "4.10", "rssi": "-61"], 4.1, 94, -61), (["percent-charged": "55"], nil, 55, nil),
            (["battery-voltage": "100.00", "rssi": "0"], nil, nil, nil), (["battery-voltage": "nan", "rssi": "-inf"], nil, nil, nil),
            (["battery-voltage": "3.0"], 3, 0, nil),
        ] as [([String: String], Double?, Double?, Double?)])
    func reports(_ fields: [String: String], _ battery: Double?, _ charge: Double?, _ signal: Double?) {
        let report = DisplayReport { fields[$0] }
        #expect(report.battery == battery && report.charge == charge && report.signal == signal)
    }

    @Test func whatIsNotToldStaysAsItWas() {
        let older = DisplayReport { ["width": "1872", "height": "1404", "model": "x", "rssi": "-50"][$0] }
        let newer = DisplayReport { ["rssi": "-70", "width": "12"][$0] }.over(older)
        #expect(newer.signal == -70 && newer.model == "x" && newer.width == 1872 && newer.height == 1404)
    }

    @Test(arguments: [
        (-1, [1.0, 1, 0], 0), (0, [1, 1, 0], 1), (1, [1, 1, 0], 0), (2, [1, 1, 0], 0), (0, [0, 0, 5], 2), (0, [-1, -1], 1), (7, [0], 0),
    ])
    func theMoreRelevantScreensTakeTurns(_ last: Int, _ scores: [Double], _ next: Int) {
        let (place, isOfSeveral) = DisplayScreens.next(after: last, scores: scores)
        #expect(place == next)
        #expect(isOfSeveral == (scores.count { $0 == scores.max() } > 1))
    }

    @Test func keysOutliveARestart() async throws {
        let folder = Scratch.path("sd-displays")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = PrivateFolder(folder).file("displays.json")
        let store = DisplayStore(file)
        var record = DisplayRecord(id: "AA:BB")
        record.seen = 7
        try await store.store(record, known: [])
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        let again = DisplayStore(file)
        #expect(await again.record(key: record.key) == record)
        // Unknown displays are replaced; those of the configuration stay.
        for number in 0..<100 {
            var stranger = DisplayRecord(id: "S\(number)")
            stranger.seen = 100 * (1 + number)
            try await again.store(stranger, known: ["AA:BB"])
        }
        #expect(await again.record(id: "AA:BB") == record)
        #expect(await again.record(id: "S0") == nil)
        #expect(await again.record(id: "S99") != nil)
        // An invalid file is moved aside.
        try Data("{".utf8).write(to: URL(filePath: file.path))
        #expect(await DisplayStore(file).record(id: "AA:BB") == nil)
        #expect(FileManager.default.fileExists(atPath: file.path + ".bad"))
    }

    private static func with(_ body: (_ file: PrivateFile) async throws -> Void) async throws {
        let folder = Scratch.path("sd-displays")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(PrivateFolder(folder).file("displays.json"))
    }

    private static func record(_ id: String, seen: Int) -> DisplayRecord {
        var record = DisplayRecord(id: id)
        record.seen = seen
        return record
    }

    /// Two servers of one user preserve each other's records, and a display that uses both has one key.
    @Test func serversShareTheFile() async throws {
        try await Self.with { file in
            let (one, other) = (DisplayStore(file), DisplayStore(file))
            let (a, b) = (Self.record("A", seen: 1), Self.record("B", seen: 2))
            try await one.store(a, known: ["A", "B"])
            try await other.store(b, known: ["A", "B"])
            #expect(await one.record(id: "B") == b)
            #expect(await other.record(key: a.key) == a)
            #expect(await one.record(pictureKey: b.pictureKey) == b)
            // The newer record of the other server stays when this one writes the record of another display.
            var later = a
            (later.seen, later.wakes) = (500, [500])
            try await one.store(later, known: ["A", "B"])
            try await other.store(Self.record("C", seen: 501), known: ["A", "B", "C"])
            #expect(await DisplayStore(file).record(id: "A") == later)
            let (mine, yours) = (Self.record("D", seen: 3), Self.record("D", seen: 3))
            #expect(mine.key != yours.key)
            let (first, second) = (try await one.store(mine, known: ["D"]), try await other.store(yours, known: ["D"]))
            #expect(first.key == mine.key && second.key == mine.key && second.pictureKey == mine.pictureKey)
            // Many writes at the same time.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await (number % 2 == 0 ? one : other).store(
                            Self.record("E\(number)", seen: 10), known: Set((0..<40).map { "E\($0)" }))
                    }
                }
                try await group.waitForAll()
            }
            let all = DisplayStore(file)
            for number in 0..<40 { #expect(await all.record(id: "E\(number)") != nil, "\(number)") }
        }
    }

    /// Repeated requests of an unknown display cause no writes.
    @Test func whatOnlyAsksAgainIsNotWritten() async throws {
        try await Self.with { file in
            let store = DisplayStore(file)
            var record = Self.record("S", seen: 1000)
            try await store.store(record, known: [])
            func number() throws -> Int? { try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int }
            let before = try number()
            for seen in 1001..<1060 {
                record.seen = seen
                record.report = DisplayReport { $0 == "rssi" ? "-\(seen % 100 + 1)" : nil }
                try await store.store(record, known: [])
            }
            #expect(try number() == before)
            #expect(await store.record(id: "S") == record)
            record.seen = 1061
            try await store.store(record, known: [])
            #expect(DisplayStore.records(in: file).first?.seen == 1061)
            // A change of the displayed kind is written at once.
            record.wakes = [1061]
            try await store.store(record, known: [])
            #expect(DisplayStore.records(in: file).first?.wakes == [1061])
            // The number of new unknown displays per minute is limited.
            var taken = 0
            for number in 0..<100 where (try? await store.store(Self.record("X\(number)", seen: 1070), known: [])) != nil { taken += 1 }
            #expect(taken <= DisplayStore.maximumNew && taken > 0)
            // Displays of the configuration are always accepted.
            try await store.store(Self.record("K", seen: 1070), known: ["K"])
            try await store.store(Self.record("Y", seen: 1200), known: [])
        }
    }
}
