import FoundationEssentials
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialLibrary

extension LibraryTransport.Request: TransportReader {
    private static let lane = WorkLane()

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let instance = reading.instance
        // Databases and covers are slow and must not block the cooperative thread pool.
        let result = await Self.lane.value { () -> Result<Value, KindError> in
            let reader = LibraryReader(
                question: self, file: playlistFile(of: instance), places: reading.places, library: libraryDatabase(of: instance),
                zones: instance.timeZones, now: .now)
            do throws(KindError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        guard let result else { throw KindError(.source, at: "library", "the system gives no thread to read it") }
        return DataReading.Document(value: try result.get())
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await FileFollower(path: follower.reading.places.history.path).follow(changed) }
            if let file = playlistFile(of: follower.instance) { group.addTask { await FileFollower(path: file).follow(changed) } }
            guard let database = libraryDatabase(of: follower.instance) else { return }
            // Another program may keep the database open, and write only to its log.
            for path in [database.path, database.path + "-wal"] {
                group.addTask { await FileFollower(path: path, isWrittenInPlace: true).follow(changed) }
            }
        }
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
