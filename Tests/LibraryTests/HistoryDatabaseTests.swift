import Foundation
import SubdialPlayback
import SubdialSystem
import Testing

@testable import SubdialLibrary

/// Tests of the history's file with several processes, and with invalid content.
@Suite struct HistoryDatabaseTests {
    private static let base = Date(timeIntervalSince1970: 1_800_000_000)

    private static func listen(_ title: String, _ artist: String = "X", at seconds: Double, for length: Double = 100) -> Listen {
        Listen(
            track: Track(title: title, artist: artist, album: "Al", length: 200), started: base + seconds,
            heardUntil: base + seconds + length, source: "mpd", zone: "Kitchen")
    }

    private final class Folder {
        let path = NSTemporaryDirectory() + "history-\(UUID().uuidString)"
        var database: HistoryDatabase { HistoryDatabase(PrivateFolder(path + "/deep").file("history.db")) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test func whatIsNotThereIsEmpty() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        #expect(try database.listens().isEmpty)
        #expect(try database.playCounts().isEmpty)
        #expect(try database.queued(limit: 9).isEmpty)
        #expect(try database.forget() == 0)
        #expect(!database.exists)
    }

    @Test func listensComeBackAsTheyWere() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        let listens = [Self.listen("A", at: 0), Self.listen("B", at: 200), Self.listen("A", at: 400)]
        for listen in listens { #expect(try database.record(listen, submitting: false)) }
        #expect(try database.listens().map(\.listen) == listens.reversed())
        #expect(try database.listens(since: Self.base + 200, before: Self.base + 400).map(\.listen.track.title) == ["B"])
        let counts = try database.playCounts()
        #expect(counts.map(\.count) == [2, 1] && counts.first?.last == Self.base + 400)
        #expect(try mode(database.path) == 0o600)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A history that others can read is for its user alone after the next listen")
    func wideHistory() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        #expect(try database.record(Self.listen("A", at: 0), submitting: false))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database.path)
        #expect(try database.record(Self.listen("B", at: 200), submitting: false))
        #expect(try mode(database.path) == 0o600)
        #expect(try database.listens().count == 2)
    }

    @Test(arguments: [
        (listen("A", at: 3), false), (listen("a ", "x", at: -50), false), (listen("A", "", at: 90), false), (listen("A", at: 100), false),
        (listen("A", at: 194), false), (listen("A", at: 196), true),
        (listen("A", "Y", at: 3), true), (listen("B", at: 3), true), (listen("A", at: -100), true), (listen("A", at: -100.5), true),
    ])
    func theSameMusicAtTheSameTimeCountsOnce(_ other: Listen, _ isNew: Bool) throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        #expect(try database.record(Self.listen("A", at: 0), submitting: false))
        #expect(try database.record(other, submitting: true) == isNew)
        #expect(try database.queued(limit: 9).count == (isNew ? 1 : 0))
    }

    @Test func whatIsForgottenIsNotInTheFile() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        #expect(try database.record(Self.listen("Shibboleth", at: 0), submitting: true))
        #expect(try database.record(Self.listen("Later", at: 500), submitting: true))
        #expect(try database.forget(before: Self.base + 500) == 1)
        #expect(try database.queued(limit: 9).map(\.listen.track.title) == ["Later"])
        let bytes = try #require(FileManager.default.contents(atPath: database.path))
        #expect(bytes.range(of: Data("Shibboleth".utf8)) == nil && bytes.range(of: Data("Later".utf8)) != nil)
        #expect(try database.forget() == 1)
        #expect(try database.summary().count == 0)
    }

    @Test func manyWritersLoseNothing() async throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    // Two writers record each listen.
                    try (0..<20).count { try database.record(Self.listen("\(writer / 2) \($0)", at: Double($0) * 300), submitting: false) }
                }
            }
            let kept = try await group.reduce(0, +)
            #expect(kept == 80)
        }
        #expect(try database.summary().count == 80)
    }

    @Test func aNewerHistoryIsLeftAlone() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        _ = try database.record(Self.listen("A", at: 0), submitting: false)
        try SQLiteConnection(database.path, .readWrite).run("PRAGMA user_version = 7")
        #expect { try database.listens() } throws: { "\($0)".contains("newer subdial") }
        #expect(throws: SQLiteError.self) { try database.record(Self.listen("B", at: 900), submitting: false) }
    }

    @Test func whatIsNoDatabaseIsLeftAlone() throws {
        let folder = Folder()
        let database = folder.database
        defer { _ = folder }
        _ = try database.record(Self.listen("A", at: 0), submitting: false)
        let text = Data("this is a letter to somebody, and no database at all".utf8)
        try text.write(to: URL(filePath: database.path))
        #expect(throws: SQLiteError.self) { try database.record(Self.listen("B", at: 0), submitting: false) }
        #expect(throws: SQLiteError.self) { try database.listens() }
        #expect(FileManager.default.contents(atPath: database.path) == text)
    }
}
