import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialExpressions
import SubdialKinds
import SubdialLibrary
import SubdialPlayers

extension LibraryTransport.Request: TransportReader {
    private static let lane = WorkLane()
    /// The side length of a scaled-down cover, in pixels.
    private static let side = 600
    /// The size from which a cover is scaled down, in bytes.
    static let largeCover = 8 << 20

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let instance = reading.instance
        let received = try await receivedLibrary(reading)
        let library = received.map { LibraryDatabase($0.path) } ?? libraryDatabase(of: instance)
        // Databases and covers are slow and must not block the cooperative thread pool.
        let result = await Self.lane.value { () -> Result<Value, KindError> in
            let reader = LibraryReader(
                question: self, file: playlistFile(of: instance), history: HistoryDatabase(in: reading.places.state),
                library: library, covers: reading.places.pictures, zones: instance.timeZones, now: .now,
                fitted: { Self.fitted($0, of: $1, reading.pictureReports) })
            do throws(KindError) {
                try received?.checkContents()
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw KindError(.source, at: "library", "the system gives no thread to read it") }
        return DataReading.Document(value: try result.get())
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await FileFollower(path: HistoryDatabase(in: follower.reading.places.state).path).follow(changed) }
            if let file = playlistFile(of: follower.instance) { group.addTask { await FileFollower(path: file).follow(changed) } }
            if let address = try? messages(of: follower.instance) {
                let messages = follower.reading.places.messages
                let source = messages.source(at: address)
                // The source is read while it is followed.
                group.addTask { for await _ in source.pushes(of: address.zone(nil)) {} }
                let path = messages.library(of: address).path
                group.addTask { await FileFollower(path: path, isWrittenInPlace: true, reportsStart: true).follow(changed) }
                return
            }
            guard let database = libraryDatabase(of: follower.instance) else { return }
            // Another program may keep the database open, and write only to its log.
            for path in [database.path, database.path + "-wal"] {
                group.addTask { await FileFollower(path: path, isWrittenInPlace: true).follow(changed) }
            }
        }
    }

    /// The address of the messages that describe the library; nil if it is a database.
    private func messages(of instance: KindInstance) throws(KindError) -> MessageFileAddress? {
        let written = database.isEmpty ? instance.surroundings.library.database ?? "" : database
        guard written.hasPrefix("file:") else { return nil }
        do {
            return try MessageFileAddress(written)
        } catch {
            throw KindError(.source, at: "library.database", "\(error)")
        }
    }

    /// The library that messages describe, with all messages that there are now; nil if it is a database.
    private func receivedLibrary(_ reading: DataReading) async throws(KindError) -> ReceivedLibrary? {
        guard let address = try messages(of: reading.instance) else { return nil }
        do {
            _ = try await reading.places.messages.source(at: address).zones()
        } catch {
            throw KindError(.source, at: "library", "\(error)")
        }
        return reading.places.messages.library(of: address)
    }

    /// Returns a cover, scaled down if it is very large; nil if it cannot be decoded, which is reported.
    ///
    /// - Parameter place: The origin of the cover, for the report.
    static func fitted(_ bytes: [UInt8], of place: String, _ reports: PictureReports) -> [UInt8]? {
        let version = WideHash(bytes).text
        do throws(ImageError) {
            let picture = try ImageDecoder.square(bytes, side: side, report: { reports.warn(place, version: version, "\($0)") })
            return bytes.count <= largeCover ? bytes : try PNG.encode(picture)
        } catch {
            reports.refuse(place, version: version, "\(error)")
            return nil
        }
    }

    /// The library's database, with an absolute path; nil if none is configured.
    private func libraryDatabase(of instance: KindInstance) -> LibraryDatabase? {
        let settings = instance.surroundings.library
        return (database.isEmpty ? settings.database : instance.path(database)).map { settings.library(at: $0) }
    }

    /// The path of the M3U file; nil if the name is not that of a file.
    private func playlistFile(of instance: KindInstance) -> String? {
        let lowercased = name.lowercased()
        return lowercased.hasSuffix(".m3u") || lowercased.hasSuffix(".m3u8") ? instance.path(name) : nil
    }
}

extension ReceivedLibrary {
    /// Throws why no list can be shown: there is none, or the first one is not complete.
    fileprivate func checkContents() throws(KindError) {
        guard access(path, F_OK) == 0 else {
            throw KindError(.source, at: "library", "no playlist_sync or library_sync has come yet")
        }
        let missing: String?
        do {
            missing = try self.missing()
        } catch {
            throw KindError(.source, at: "library", "\(error)")
        }
        if let missing { throw KindError(.source, at: "library", missing) }
    }
}
