import FoundationEssentials
import SubdialConcurrency
import SubdialDrawing
import SubdialExpressions
import SubdialKinds
import SubdialLibrary

extension LibraryTransport.Request: TransportReader {
    private static let lane = WorkLane()
    /// The side length of a scaled-down cover, in pixels.
    private static let side = 600

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let instance = reading.instance
        // Databases and covers are slow and must not block the cooperative thread pool.
        let result = await Self.lane.value { () -> Result<Value, KindError> in
            let reader = LibraryReader(
                question: self, file: playlistFile(of: instance), history: HistoryDatabase(in: reading.places.state),
                library: libraryDatabase(of: instance), covers: reading.places.pictures, zones: instance.timeZones, now: .now,
                fitted: Self.fitted)
            do throws(KindError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        guard let result else { throw KindError(.source, at: "library", "the system gives no thread to read it") }
        return DataReading.Document(value: try result.get())
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await FileFollower(path: HistoryDatabase(in: follower.reading.places.state).path).follow(changed) }
            if let file = playlistFile(of: follower.instance) { group.addTask { await FileFollower(path: file).follow(changed) } }
            guard let database = libraryDatabase(of: follower.instance) else { return }
            // Another program may keep the database open, and write only to its log.
            for path in [database.path, database.path + "-wal"] {
                group.addTask { await FileFollower(path: path, isWrittenInPlace: true).follow(changed) }
            }
        }
    }

    /// Scales a very large cover down.
    static func fitted(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.count <= PictureFetcher.maximum { return bytes }
        return (try? ImageDecoder.square(bytes, side: side)).flatMap { try? PNG.encode($0) }
    }

    /// The library's database, with an absolute path; nil if none is configured.
    private func libraryDatabase(of instance: KindInstance) -> LibraryDatabase? {
        (database.isEmpty ? instance.surroundings.library : instance.path(database)).map { LibraryDatabase($0) }
    }

    /// The path of the M3U file; nil if the name is not that of a file.
    private func playlistFile(of instance: KindInstance) -> String? {
        let lowercased = name.lowercased()
        return lowercased.hasSuffix(".m3u") || lowercased.hasSuffix(".m3u8") ? instance.path(name) : nil
    }
}
