import Glibc
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMatches

extension MatchTransport.Request: TransportReader {
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let value = try await isSchedule ? schedule(by: reading, source.maximumBytes) : document(by: reading, maximum: source.maximumBytes)
        return DataReading.Document(value: value)
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            let paths = isSchedule ? schedulePaths(follower.reading) : [fullPath(follower.reading)]
            for path in paths { group.addTask { await FileFollower(path: path).follow(changed) } }
            // The running match's dates are of the wall clock, and change when it is set.
            if path.isEmpty, !isSchedule { group.addTask { for await _ in ClockWatch.shared.changes() { changed() } } }
        }
    }

    /// The full path; that of the running match if none is written.
    private func fullPath(_ reading: DataReading) -> String {
        path.isEmpty ? MatchStore.file(in: reading.places.state).path : reading.instance.path(path)
    }

    /// The paths of the schedule, and of the running and the completed matches, which are no longer to be played.
    private func schedulePaths(_ reading: DataReading) -> [String] {
        guard path.isEmpty else { return [reading.instance.path(path)] }
        let state = reading.places.state
        return [MatchStore.scheduleFile(in: state), MatchStore.file(in: state), MatchStore.completedFile(in: state)].map(\.path)
    }

    private func schedule(by reading: DataReading, _ maximum: Int) async throws(KindError) -> Value {
        var files: [[UInt8]?] = []
        let paths = schedulePaths(reading)
        for full in paths { files.append(try await bytes(of: full, by: reading, maximum)) }
        do {
            let isOwn = files.count == 3
            return try MatchDocument.schedule(
                files[0] ?? [], running: isOwn ? files[1] : nil, completed: isOwn ? files[2] : nil, at: .now)
        } catch {
            throw KindError(.document, at: "match", error.description, value: paths[0])
        }
    }

    /// The bytes of a file; nil for one of the user's own files that does not exist.
    private func bytes(of full: String, by reading: DataReading, _ maximum: Int) async throws(KindError) -> [UInt8]? {
        do throws(KindError) {
            return try await reading.files.bytes(of: full, maximum: maximum)
        } catch {
            // Before the first match there is no file, which is not an error.
            if path.isEmpty, access(full, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return nil }
            throw error
        }
    }

    private func document(by reading: DataReading, maximum: Int) async throws(KindError) -> Value {
        let full = fullPath(reading)
        guard let bytes = try await bytes(of: full, by: reading, maximum) else { return MatchDocument.none }
        do {
            return try MatchDocument.value(of: bytes, .now)
        } catch {
            throw KindError(.document, at: "match", error.description, value: full)
        }
    }
}
