import Foundation
import Logging
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine
@testable import SubdialLibrary

/// Documents of the source `library`, from real databases and real music files.
@Suite(
    .enabled(
        if: ["ffmpeg", "convert"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/bin/\($0)") }, "needs ffmpeg and ImageMagick"))
struct LibraryReaderTests {
    private let folder: TemporaryFolder
    private let places: DataPlaces
    private let library: LibraryDatabase
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        places = DataPlaces(UserFolders(environment: ["HOME": folder.path]), logger: .silent)
        library = LibraryDatabase(folder.path + "/library.db")
        let connection = try SQLiteConnection(library.path, .readWrite)
        try connection.run(
            """
            CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL UNIQUE, file_name TEXT NOT NULL, title TEXT, artist TEXT, album TEXT,
              album_artist TEXT, year INTEGER, track_number INTEGER, genre TEXT, duration REAL, album_art BLOB, play_count INTEGER DEFAULT 0,
              last_played INTEGER, is_favorite INTEGER DEFAULT 0, rating INTEGER DEFAULT 0)
            """)
        try connection.run("CREATE TABLE playlists(id TEXT PRIMARY KEY, name TEXT, track_ids TEXT)")
    }

    private func add(
        _ title: String, _ artist: String = "X", album: String = "Al", number: Int64 = 1, duration: Double = 100, count: Int64 = 0,
        last: Double = 0, path: String? = nil
    ) throws {
        try SQLiteConnection(library.path, .readWrite).run(
            "INSERT INTO tracks(id, file_path, file_name, title, artist, album, track_number, duration, play_count, last_played) "
                + "VALUES(?1, ?2, 'f', ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            [
                .text("id \(title)"), .text(path ?? "/nowhere/\(title).flac"), .text(title), .text(artist), .text(album), .integer(number),
                .double(duration), .integer(count), .integer(Int64(saturating: last)),
            ])
    }

    private func hear(_ title: String, _ artist: String = "X", before seconds: Double) throws {
        let started = Self.now - seconds
        _ = try HistoryDatabase(in: places.state).record(
            Listen(track: Track(title: title, artist: artist), started: started, heardUntil: started + 50, source: nil, zone: "z"),
            submitting: false)
    }

    private static func fitted(_ bytes: [UInt8], of place: String) -> [UInt8]? {
        LibraryTransport.Request.fitted(bytes, of: place, PictureReports { _ in })
    }

    private var covers: LibraryCovers {
        LibraryCovers(library: library, folder: places.pictures, music: MusicFileReader(), fitted: Self.fitted)
    }

    private func document(_ question: LibraryTransport.Request, at now: Date = now, isBare: Bool = false) throws -> Value {
        try LibraryReader(
            question: question, file: question.name.hasSuffix(".m3u8") ? question.name : nil, history: HistoryDatabase(in: places.state),
            library: isBare ? nil : library, covers: places.pictures, zones: TimeZones(), now: now, fitted: Self.fitted
        ).document()
    }

    private func members(_ value: Value, _ list: String = "tracks") throws -> [[String: Value]] {
        let rows = try #require(value.members?[list]?.elements, "\(value.text)")
        return try rows.map { row in try #require(row.members, "\(row.text)") }
    }

    private func titles(_ value: Value, _ list: String = "tracks") throws -> [String] {
        try members(value, list).map { $0["title"]?.text ?? "" }
    }

    // MARK: Lists

    @Test func recentIsOfBothAndEachOnce() throws {
        try add("A", count: 3, last: Self.now.timeIntervalSince1970 - 500)
        try add("B", last: Self.now.timeIntervalSince1970 - 200)
        try add("Never")
        try hear("a", before: 100)
        try hear("C", before: 300)
        try hear("C", before: 900)
        #expect(try titles(document(.init(.recent))) == ["a", "B", "C"])
        #expect(try titles(document(.init(.recent), isBare: true)) == ["a", "C"])
    }

    @Test func mostPlayedOfDaysAndOfAllTimes() throws {
        try add("A", count: 9)
        try add("B", count: 1)
        for day in 0..<3 { try hear("B", before: 86_400 * Double(day) + 100) }
        for day in 5..<12 { try hear("C", "Y", before: 86_400 * Double(day) + 100) }
        func counts(_ days: Double) throws -> [String] {
            try members(document(.init(.mostPlayed, days: days))).map { "\($0["title"]?.text ?? "") \($0["count"]?.text ?? "")" }
        }
        #expect(try counts(2) == ["B 2"])
        #expect(try counts(7) == ["B 3", "C 2"])
        #expect(try counts(0) == ["A 9", "C 7", "B 3"])
    }

    @Test func favoritesAndRatings() throws {
        for (title, rating) in [("A", 0), ("B", 3), ("C", 5)] {
            try add(title)
            try SQLiteConnection(library.path, .readWrite).run(
                "UPDATE tracks SET rating = ?1, is_favorite = ?2 WHERE title = ?3",
                [.integer(Int64(rating)), .integer(rating == 5 ? 0 : 1), .text(title)])
        }
        #expect(try titles(document(.init(.favorites))) == ["A", "B"])
        #expect(try titles(document(.init(.topRated))) == ["C", "B"])
        let best = try members(document(.init(.topRated, rating: 4)))
        #expect(best.count == 1 && best.first?["rating"] == 5 && best.first?["favorite"] == false)
    }

    /// The application's own cover, whatever the working directory is.
    @Test func coversOfTheApplication() throws {
        let place = folder.path + "/Documents"
        for name in ["Cache", "Database", "Music"] {
            try FileManager.default.createDirectory(atPath: "\(place)/\(name)", withIntermediateDirectories: true)
        }
        try add("A", path: "Mix/a.mp3")
        try FileManager.default.moveItem(atPath: library.path, toPath: place + "/Database/library.db")
        let moved = LibraryDatabase(place)
        let track = try #require(try moved.allTracks().first)
        #expect(track.path == place + "/Music/Mix/a.mp3")
        let covers = LibraryCovers(
            library: moved, folder: places.pictures, music: MusicFileReader(), fitted: Self.fitted)
        #expect(covers.path(of: track) == nil)
        try Data([0xFF, 0xD8, 0xFF]).write(to: URL(filePath: place + "/Cache/artwork_id A.jpg"))
        #expect(covers.path(of: track) == nil, "it cannot be decoded")
        try run("convert", ["-size", "64x64", "xc:orange", place + "/Cache/artwork_id A.jpg"])
        #expect(covers.path(of: track) == place + "/Cache/artwork_id A.jpg")
    }

    @Test func anAlbumForEachDay() throws {
        for album in 0..<20 { for track in 1...4 { try add("\(album)-\(track)", album: "Album \(album)", number: Int64(5 - track)) } }
        let days = try members(document(.init(.albumOfTheDay)), "days")
        #expect(days.count == 3 && days.first?["date"] == .date(Date(timeIntervalSince1970: 1_799_971_200)))
        guard case .list(let tracks)? = days.first?["tracks"], case .map(let first)? = tracks.first else {
            Issue.record("there are no tracks")
            return
        }
        #expect(tracks.count == 4 && first["title"]?.text.hasSuffix("-4") == true)
        // The album is the same all day, and known in advance.
        #expect(try members(document(.init(.albumOfTheDay), at: Self.now + 3600), "days").map { $0["album"] } == days.map { $0["album"] })
        #expect(try members(document(.init(.albumOfTheDay), at: Self.now + 86_400), "days").first?["album"] == days[1]["album"])
        let month = try (0..<30).map {
            try members(document(.init(.albumOfTheDay), at: Self.now + 86_400 * Double($0)), "days").first?["album"]
        }
        #expect(Set(month).count > 8)
    }

    @Test func aPlaylistGoesOnThroughTheDay() throws {
        for (index, title) in ["A", "B", "C"].enumerated() { try add(title, duration: 100 * Double(index + 1)) }
        try SQLiteConnection(library.path, .readWrite).run(
            "INSERT INTO playlists VALUES('p', 'Évening', '[\"id A\",\"id B\",\"gone\",\"id C\"]')")
        // 08:00 UTC: the list of 600 seconds has ended 48 times.
        let value = try document(.init(.playlist, name: "évening"))
        let rows = try members(value, "rows")
        #expect(try titles(value, "rows").prefix(5) == ["A", "B", "C", "A", "B"])
        #expect(rows.first?["at"] == .date(Self.now) && rows[1]["at"] == .date(Self.now + 100) && rows[1]["number"] == 2)
        let next = try #require(rows.first?["next"]?.elements)
        #expect(next.count == 2)
        // The track began before the current time.
        let later = try members(document(.init(.playlist), at: Self.now + 250), "rows")
        #expect(later.first?["title"] == "B" && later.first?["at"] == .date(Self.now + 100))
        let evening = try members(document(.init(.playlist, start: "07:55")), "rows")
        #expect(evening.first?["title"] == "C" && evening.first?["until"] == .date(Self.now + 300))
        #expect(try members(document(.init(.playlist, start: "20:00")), "rows").first?["title"] == "A")
    }

    @Test(arguments: [
        (LibraryTransport.Request(.playlist, name: "Mornin"), "no such playlist"),
        (.init(.playlist, start: "25:00"), "time of the day"),
        (.init(.playlist, name: "/nowhere/x.m3u8"), "no such playlist"),
    ])
    func whatIsWrongIsSaid(_ question: LibraryTransport.Request, _ reason: String) throws {
        try add("A")
        try SQLiteConnection(library.path, .readWrite).run("INSERT INTO playlists VALUES('p', 'Morning', '[\"id A\"]')")
        #expect { try document(question) } throws: { "\($0)".contains(reason) }
    }

    @Test func anM3UFileWithoutLengths() throws {
        let song = try make("song.mp3", picture: nil)
        let text = "#EXTM3U\n#EXTINF:-1,Björk - Jóga\n\(song)\n#EXTINF:120,Alone\nmissing.flac\n"
        try text.write(toFile: folder.path + "/list.m3u8", atomically: true, encoding: .utf8)
        let rows = try members(document(.init(.playlist, name: folder.path + "/list.m3u8"), isBare: true), "rows")
        #expect(Set(rows.map { "\($0["artist"]?.text ?? "") \($0["title"]?.text ?? "")" }) == ["Björk Jóga", " Alone"])
        let length = rows.first { $0["title"] == "Jóga" }?["length"]?.number ?? 0
        #expect((2...2.3).contains(length))
    }

    /// Tags, covers and the name, without any library.
    @Test func anM3UFileWithoutALibrary() throws {
        let picture = folder.path + "/picture.jpg"
        try run("convert", ["-size", "64x64", "xc:orange", picture])
        let song = try make("a b.flac", picture: picture)
        try #require(FileManager.default.fileExists(atPath: song))
        try FileManager.default.removeItem(atPath: picture)
        let text =
            "#EXTM3U\n#EXTINF:100,Björk - Jóga\n#EXTALB:Homogenic\n%61%20b.flac\n#EXTINF:100\n#EXTALBUMARTURL:http://h/x.jpg\nmissing.mp3\n"
        let list = folder.path + "/Dr. Dre Best.m3u8"
        try text.write(toFile: list, atomically: true, encoding: .utf8)
        let value = try document(.init(.playlist, name: list), isBare: true)
        #expect(value.members?["name"] == "Dr. Dre Best")
        let rows = try members(value, "rows")
        let first = try #require(rows.first { $0["title"] == "Jóga" })
        #expect(first["album"] == "Homogenic" && first["artist"] == "Björk")
        let cover = try #require(first["artwork"]?.text)
        #expect(FileManager.default.contents(atPath: cover)?.starts(with: [0xFF, 0xD8, 0xFF]) == true)
        #expect(rows.first { $0["title"] == "missing" }?["artwork"] == "http://h/x.jpg")
    }

    // MARK: Covers

    /// Makes a music file of two seconds with an embedded picture.
    private func make(_ name: String, picture: String?) throws -> String {
        let path = "\(folder.path)/\(name)"
        var arguments = ["-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono"]
        if let picture, name.hasSuffix(".opus") || name.hasSuffix(".ogg") {
            // The block of a FLAC picture, as Vorbis comments contain it.
            let bytes = FileManager.default.contents(atPath: picture) ?? Data()
            func number(_ value: Int) -> Data { withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) } }
            let type = Data("image/jpeg".utf8)
            let block =
                number(3) + number(type.count) + type + number(0) + number(0) + number(0) + number(0) + number(0) + number(bytes.count)
            arguments += ["-t", "2", "-metadata", "METADATA_BLOCK_PICTURE=\((block + bytes).base64EncodedString())"]
        } else if let picture {
            arguments += ["-i", picture, "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic", "-t", "2"]
        } else {
            arguments += ["-t", "2"]
        }
        try run("ffmpeg", arguments + [path])
        return path
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        try process.runUnblocked()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(arguments: ["song.flac", "song.mp3", "song.m4a", "song.opus", "song.ogg", "song.mp3.flac"])
    func coversAreInTheFiles(_ name: String) throws {
        let picture = folder.path + "/picture.jpg"
        try run("convert", ["-size", "64x64", "xc:orange", picture])
        var path = try make(name.hasSuffix(".mp3.flac") ? "song.mp3" : name, picture: picture)
        if name.hasSuffix(".mp3.flac") {
            // The content of a file determines its format, not its name.
            try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/" + name)
            path = folder.path + "/" + name
        }
        try add("A", path: path)
        let covers = covers
        let track = try #require(try library.allTracks().first)
        let cover = try #require(covers.path(of: track))
        #expect(FileManager.default.contents(atPath: cover) == FileManager.default.contents(atPath: picture))
        #expect((MusicFileReader().read(path)?.length).map { (1.9...2.2).contains($0) } == true)
        // The cover is extracted once for each version of the file.
        let made = try FileManager.default.attributesOfItem(atPath: cover)[.systemFileNumber] as? Int
        #expect(covers.path(of: track) == cover)
        #expect(try FileManager.default.attributesOfItem(atPath: cover)[.systemFileNumber] as? Int == made)
    }

    @Test func coversElsewhere() throws {
        let covers = covers
        let bare = try make("bare.flac", picture: nil)
        try add("Beside", path: bare)
        let track = try #require(try library.allTracks().first)
        #expect(covers.path(of: track) == nil)
        try run("convert", ["-size", "64x64", "xc:orange", folder.path + "/Folder.JPG"])
        #expect(covers.path(of: track) == folder.path + "/Folder.JPG")
        // The database's own cover takes precedence.
        let connection = try SQLiteConnection(library.path, .readWrite)
        try connection.run("UPDATE tracks SET album_art = x'89504e47'")
        #expect(covers.path(of: track) == folder.path + "/Folder.JPG", "what cannot be decoded hides nothing")
        let picture = try #require(FileManager.default.contents(atPath: folder.path + "/Folder.JPG"))
        try connection.run("UPDATE tracks SET album_art = x'\(picture.map { String(format: "%02x", $0) }.joined())'")
        let own = try #require(covers.path(of: track))
        #expect(own != folder.path + "/Folder.JPG" && FileManager.default.contents(atPath: own) == picture)
    }

    @Test func aLargeCoverIsMadeSmaller() throws {
        let picture = folder.path + "/noise.png"
        let large = LibraryTransport.Request.largeCover
        try run("convert", ["-size", "1800x1800", "plasma:", "-depth", "8", "+noise", "random", picture])
        #expect(try #require(FileManager.default.contents(atPath: picture)).count > large)
        try add("Large", path: try make("large.flac", picture: picture))
        let track = try #require(try library.allTracks().first)
        let cover = try #require(covers.path(of: track))
        #expect(try #require(FileManager.default.contents(atPath: cover)).count < large)
    }

    @Test func whatIsNoMusicHasNone() throws {
        let files = ["empty.flac": Data(), "text.mp3": Data("no music".utf8), "cut.m4a": Data([0, 0, 0, 32] + Array("ftypM4A ".utf8))]
        for (name, content) in files { try content.write(to: URL(filePath: "\(folder.path)/\(name)")) }
        mkfifo(folder.path + "/pipe.opus", 0o600)
        let reader = MusicFileReader()
        for name in files.keys.sorted() + ["pipe.opus", "missing.mp3", ""] {
            #expect(reader.picture(of: "\(folder.path)/\(name)", { $0 }) == nil, "\(name)")
        }
    }

    @Test func listsMayBeCalledAsFilesAre() throws {
        try add("A")
        for name in ["Rock/Pop", "Best.m3u"] {
            try SQLiteConnection(library.path, .readWrite).run("INSERT INTO playlists VALUES(?1, ?1, '[\"id A\"]')", [.text(name)])
            #expect(try titles(document(.init(.playlist, name: name)), "rows").first == "A", "\(name)")
        }
    }

    @Test func oneBadRowIsNoReason() throws {
        let connection = try SQLiteConnection(library.path, .readWrite)
        for (title, last, duration) in [
            ("A", "9e18", "1e300"), ("B", "1800000000000", "-5"), ("C", "1700000000", "100"), ("D", "'x'", "'y'"),
        ] {
            try connection.run(
                "INSERT INTO tracks(id, file_path, file_name, title, artist, duration, last_played) VALUES('\(title)', '/\(title)', 'f', '\(title)', 'X', \(duration), \(last))"
            )
        }
        #expect(try titles(document(.init(.recent))).starts(with: ["B", "C"]))
        try connection.run("INSERT INTO playlists VALUES('p', 'P', '[\"A\",\"B\",\"C\",\"D\"]')")
        #expect(try members(document(.init(.playlist)), "rows").count > 4)
        // Without its library, the history is still shown.
        try hear("E", before: 5)
        try FileManager.default.removeItem(atPath: library.path)
        #expect(try titles(document(.init(.recent))) == ["E"])
    }

    /// Music files that are truncated and altered at many positions: none of them ends or blocks the process.
    @Test func damagedFilesAreRead() throws {
        let picture = folder.path + "/picture.jpg"
        try run("convert", ["-size", "64x64", "xc:orange", picture])
        var random = SystemRandomNumberGenerator()
        let reader = MusicFileReader()
        for name in ["song.flac", "song.mp3", "song.m4a", "song.opus"] {
            let whole = try #require(FileManager.default.contents(atPath: try make(name, picture: picture)))
            let path = "\(folder.path)/damaged"
            for round in 0..<200 {
                var bytes = Data(whole)
                if round % 2 == 0 { bytes = bytes.prefix(whole.count * round / 200) }
                for _ in 0..<8 where !bytes.isEmpty {
                    let place = Int.random(in: 0..<min(bytes.count, 2000), using: &random)
                    bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
                try bytes.write(to: URL(filePath: path))
                _ = reader.read(path)
            }
            try whole.write(to: URL(filePath: path))
            #expect(MusicFileReader().picture(of: path, { $0 }) != nil)
        }
    }

    // MARK: Following

    @Test func whatIsHeardIsShown() async throws {
        let file = folder.path + "/kind.yaml"
        try "source: { library: recent }\nfields: { tracks: { type: list, of: { title: text }, optional: true, sample: [] } }\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        let kind = try Kind(try String(contentsOfFile: file, encoding: .utf8), name: "k", file: file)
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
        let follower = await hub.follower(
            of: KindInstance(
                kind, try KindValues([:], of: kind), surroundings: KindSurroundings(library: LibrarySettings(database: library.path)),
                isShipped: true))
        let frames = await follower.frames()
        let seen = Task {
            for await frame in frames {
                if case .list(let tracks)? = frame.timeline.entry(at: .now)?.fields.values["tracks"], tracks.count == 2 { return true }
            }
            return false
        }
        // Neither the history nor its folder exists yet, and the library is written only in its log.
        await follower.waitForFirst()
        try hear("Heard", before: 10)
        let connection = try SQLiteConnection(library.path, .readWrite)
        try connection.run("PRAGMA journal_mode = WAL")
        try add("Played", last: Self.now.timeIntervalSince1970)
        #expect(await seen.value)
        await hub.stop()
    }
}

extension Value {
    /// The members of a map; nil for other values.
    fileprivate var members: [String: Value]? { if case .map(let members) = self { members } else { nil } }

    /// The elements of a list; nil for other values.
    fileprivate var elements: [Value]? { if case .list(let elements) = self { elements } else { nil } }
}
