import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialPlayback
import SubdialSystem

/// Creates the documents of the source `library`: tracks of the listening history and of a music library.
package struct LibraryReader {
    /// The maximum number of tracks in a list.
    private static let limit = 12
    /// The maximum number of covers per document.
    private static let maximumCovers = 16
    /// The maximum number of playlist entries; the next ones follow after these have ended.
    private static let entries = 60
    /// The maximum number of items of a playlist file.
    private static let maximumItems = 5000
    /// The number of days for which albums are listed.
    private static let days = 3
    /// The assumed length of a track whose length is unknown, in seconds.
    private static let usualLength = 240.0

    private let question: LibraryTransport.Request
    private let file: String?
    private let history: HistoryDatabase
    private let library: LibraryDatabase?
    private let covers: LibraryCovers
    private let zones: TimeZones
    private let now: Date
    private let music: MusicFileReader

    /// - Parameters:
    ///   - file: The path of the M3U file that the question may specify.
    ///   - library: The library's database; nil if there is none.
    ///   - covers: The folder of the extracted covers.
    ///   - fitted: Returns a cover in a size for display, or nil if it cannot be decoded; it receives the cover and its origin.
    package init(
        question: LibraryTransport.Request, file: String? = nil, history: HistoryDatabase, library: LibraryDatabase?, covers: PrivateFolder,
        zones: TimeZones, now: Date, fitted: @escaping ([UInt8], String) -> [UInt8]?
    ) {
        let music = MusicFileReader()
        (self.question, self.file, self.history, self.library, self.zones, self.now) = (question, file, history, library, zones, now)
        self.music = music
        self.covers = LibraryCovers(library: library, folder: covers, music: music, fitted: fitted)
    }

    /// Creates the document.
    ///
    /// - Throws: `KindError` if a database cannot be read, or the playlist does not exist.
    package func document() throws(KindError) -> Value {
        do {
            return switch question.list {
            case .recent: try recent()
            case .mostPlayed: try mostPlayed()
            case .favorites: try listed { try $0.favorites(limit: Self.limit) }
            case .topRated: try listed { try $0.topRated(stars: Int(saturating: question.rating), limit: Self.limit) }
            case .albumOfTheDay: try albums()
            case .playlist: try playlist()
            }
        } catch let error as KindError {
            throw error
        } catch {
            throw KindError(.source, at: "library", "\(error)")
        }
    }

    // MARK: Lists

    /// A track with its data from the history and the library.
    private struct Row {
        var track: Track
        var count: Int?
        var last: Date?
        var known: LibraryTrack?
    }

    /// The library if its database exists; some lists need only the history.
    private var presentLibrary: LibraryDatabase? { library.flatMap { access($0.path, F_OK) == 0 ? $0 : nil } }

    private func recent() throws -> Value {
        var rows: [Row] = []
        for listen in try history.listens(limit: 100).map(\.listen) {
            guard !rows.contains(where: { $0.track.isHeardAs(listen.track) }) else { continue }
            rows.append(Row(track: listen.track, last: listen.started))
            if rows.count == Self.limit { break }
        }
        for track in try presentLibrary?.recentlyPlayed(limit: Self.limit) ?? [] {
            let heard = Track(track)
            if let index = rows.firstIndex(where: { $0.track.isHeardAs(heard) }) {
                rows[index].known = track
                rows[index].last = max(rows[index].last ?? .distantPast, track.lastPlayed ?? .distantPast)
            } else {
                rows.append(Row(track: heard, last: track.lastPlayed, known: track))
            }
        }
        rows.sort { ($0.last ?? .distantPast) > ($1.last ?? .distantPast) }
        return ["tracks": .list(try values(of: Array(rows.prefix(Self.limit))))]
    }

    private func mostPlayed() throws -> Value {
        // Sources report the same track with and without its album.
        func joined(_ rows: [Row]) -> [Row] {
            rows.reduce(into: []) { rows, row in
                guard let index = rows.firstIndex(where: { $0.track.isHeardAs(row.track) }) else { return rows.append(row) }
                rows[index].count = (rows[index].count ?? 0) + (row.count ?? 0)
                rows[index].last = max(rows[index].last ?? .distantPast, row.last ?? .distantPast)
            }
        }
        let since = question.days > 0 ? now.addingTimeInterval(-86_400 * min(question.days, 36_500)) : .distantPast
        var rows = try history.playCounts(since: since, limit: 4 * Self.limit).map { count in
            Row(track: count.track, count: count.count, last: count.last)
        }
        rows = joined(rows)
        if question.days <= 0, let library = presentLibrary {
            // The library's counts have no time limit.
            let merged = PlayCountMerge(try history.playCounts()).merged(try library.mostPlayed(limit: 4 * Self.limit)).map(\.track)
            rows.removeAll { row in merged.contains { Track($0).isHeardAs(row.track) } }
            rows += merged.map { Row(track: Track($0), count: $0.playCount, last: $0.lastPlayed, known: $0) }
        }
        rows.sort { ($0.count ?? 0, $0.last ?? .distantPast) > ($1.count ?? 0, $1.last ?? .distantPast) }
        return ["tracks": .list(try values(of: Array(rows.prefix(Self.limit))))]
    }

    /// The tracks of the library that `select` returns.
    private func listed(_ select: (LibraryDatabase) throws -> [LibraryTrack]) throws -> Value {
        guard let library else { throw KindError(.source, at: "library", "no library is set: 'library:' in config.yaml") }
        let rows = try select(library).map { Row(track: Track($0), count: $0.playCount, last: $0.lastPlayed, known: $0) }
        return ["tracks": .list(try values(of: rows))]
    }

    /// The rows as values; tracks that come only from the history are looked up in the library.
    private func values(of rows: [Row]) throws -> [Value] {
        let candidates = try presentLibrary?.tracks(like: rows.filter { $0.known == nil }.map(\.track)) ?? []
        return rows.map { row in
            let known = row.known ?? candidates.first { Track($0).isHeardAs(row.track) }
            return .map(
                value(of: row.track, cover: known.flatMap(covers.path)).merging([
                    "count": row.count.map { .integer(Int64($0)) } ?? .missing, "last": row.last.map(Value.date) ?? .missing,
                    "favorite": known.map { .bool($0.isFavorite) } ?? .missing,
                    "rating": known.map { .integer(Int64($0.rating)) } ?? .missing,
                ]) { $1 })
        }
    }

    private func value(of track: Track, cover: String?) -> [String: Value] {
        [
            "title": .string(track.title), "artist": .string(track.artist), "album": .string(track.album),
            "length": track.length.map(Value.double) ?? .missing, "artwork": cover.map(Value.string) ?? .missing,
        ]
    }

    // MARK: Albums

    private func albums() throws -> Value {
        guard let library else { return ["days": []] }
        let today = zones.midnight(before: now, in: nil)
        let dates = (0..<Self.days).map { day in
            // Noon of the day, so that days of 23 or 25 hours are handled correctly.
            day == 0 ? today : zones.midnight(before: today.addingTimeInterval(86_400 * (Double(day) + 0.5)), in: nil)
        }
        // The days of the local calendar.
        let calendar = TimeZones(standard: zones.local, local: zones.local)
        var days: [Value] = []
        for (date, tracks) in zip(dates, try library.albums(ofDays: dates.map { String(calendar.text(of: $0).prefix(10)) })) {
            guard let first = tracks.first, let album = first.album else { continue }
            let artists = Set(tracks.compactMap(\.artist))
            days.append([
                "date": .date(date), "album": .string(album),
                "artist": .string(first.albumArtist ?? (artists.count == 1 ? first.artist ?? "" : "")),
                "year": first.year.map { .integer(Int64($0)) } ?? .missing, "count": .integer(Int64(tracks.count)),
                "length": .double(tracks.reduce(0) { $0 + ($1.duration ?? 0) }),
                "artwork": tracks.lazy.prefix(4).compactMap(covers.path).first.map(Value.string) ?? .missing,
                "tracks": .list(tracks.prefix(30).map { .map(value(of: Track($0), cover: nil)) }),
            ])
        }
        return ["days": .list(days)]
    }

    // MARK: Playlists

    private func playlist() throws -> Value {
        let (name, tracks, completed) = try tracksOfPlaylist()
        let lengths = tracks.map { track in track.duration.map { max(1, $0) } ?? Self.usualLength }
        let total = lengths.reduce(0, +)
        guard !tracks.isEmpty else { return ["name": .string(name), "rows": [], "count": 0] }
        let begin = try start()
        let end = begin.addingTimeInterval(86_400)
        // The playlist repeats from its start.
        let round = begin.addingTimeInterval(total * (now.timeIntervalSince(begin) / total).rounded(.down))
        var date = round
        var index = 0
        while date.addingTimeInterval(lengths[index]) <= now, index + 1 < tracks.count {
            date.addTimeInterval(lengths[index])
            index += 1
        }
        var found: [String: String] = [:]
        var complete: [Int: LibraryTrack] = [:]
        func shown(_ index: Int) -> LibraryTrack {
            let track = complete[index] ?? completed(index)
            complete[index] = track
            return track
        }
        var rows: [Value] = []
        // It starts at its time each day, regardless of its position.
        while rows.count < Self.entries, date < end {
            let track = shown(index)
            // The tracks of an album share a cover.
            let key = [track.albumArtist ?? track.artist ?? "", track.album ?? track.path, track.picture ?? ""].joined(separator: "\u{1}")
            if found[key] == nil, found.count < Self.maximumCovers { found[key] = covers.path(of: track) ?? "" }
            let next = (1...6).prefix(min(6, tracks.count - 1)).map { shown((index + $0) % tracks.count) }
            rows.append(
                .map(
                    value(of: Track(track), cover: found[key].flatMap { $0.isEmpty ? nil : $0 }).merging([
                        "at": .date(date), "until": .date(date.addingTimeInterval(lengths[index])), "number": .integer(Int64(index + 1)),
                        "next": .list(next.map { .map(value(of: Track($0), cover: nil)) }),
                    ]) { $1 }))
            date.addTimeInterval(lengths[index])
            index = (index + 1) % tracks.count
        }
        return ["name": .string(name), "count": .integer(Int64(tracks.count)), "length": .double(total), "rows": .list(rows)]
    }

    /// The start time of the playlist today.
    private func start() throws(KindError) -> Date {
        let midnight = zones.midnight(before: now, in: nil)
        guard !question.start.isEmpty else { return midnight }
        let parts = question.start.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour), (0...59).contains(minute) else {
            throw KindError(.source, at: "library.start", "a time of the day like 20:00 should stand here", value: question.start)
        }
        let begin = midnight.addingTimeInterval(Double(hour * 3600 + minute * 60))
        return begin <= now ? begin : begin.addingTimeInterval(-86_400)
    }

    /// The name and the tracks of the playlist, and a function that returns a track by its index with what only the tags of its file know.
    private func tracksOfPlaylist() throws -> (name: String, tracks: [LibraryTrack], completed: (Int) -> LibraryTrack) {
        let name = question.name
        // A list of the library may have the name of a file.
        let lists = try library?.playlists() ?? []
        let named = name.isEmpty ? lists.first : lists.first { $0.id == name || $0.name.lowercased() == name.lowercased() }
        if let library, let named {
            let tracks = try library.tracks(ofPlaylist: named.id)
            return (named.name, tracks, { tracks[$0] })
        }
        if let file { return try m3u(file) }
        guard library != nil else {
            throw KindError(
                .source, at: "library", "no library is set: 'library:' in config.yaml, or the path of an .m3u8 file as playlist")
        }
        guard !name.isEmpty else { return ("", [], { _ in LibraryTrack(id: "", path: "", title: "") }) }
        throw KindError(
            .source, at: "library.name", "there is no such playlist\(Suggestion.hint(for: name, among: lists.map(\.name)))", value: name)
    }

    private func m3u(_ path: String) throws -> (name: String, tracks: [LibraryTrack], completed: (Int) -> LibraryTrack) {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= 16 << 20,
            let data = FileManager.default.contents(atPath: path)
        else { throw KindError(.source, at: "library.name", "there is no such playlist", value: path) }
        let file = PlaylistFile([UInt8](data), at: path, library: library)
        let items = Array(file.shownItems.prefix(Self.maximumItems))
        // The tags of a track without a length are needed at once, and those of the others when they are shown.
        let tracks = items.map { PlaylistFile.track(of: $0, by: $0.length == nil ? music : nil) }
        return (file.name, tracks, { items[$0].length == nil ? tracks[$0] : PlaylistFile.track(of: items[$0], by: music) })
    }
}

extension Track {
    init(_ track: LibraryTrack) {
        self.init(title: track.title, artist: track.artist ?? "", album: track.album ?? "", length: track.duration)
    }
}
