import Glibc
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMatches

extension MatchTransport.Request: TransportReader {
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        DataReading.Document(value: try await document(by: reading, maximum: source.maximumBytes))
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await FileFollower(path: fullPath(follower.reading)).follow(changed) }
            // The running match's dates are of the wall clock, and change when it is set.
            if path.isEmpty { group.addTask { for await _ in ClockWatch.shared.changes() { changed() } } }
        }
    }

    /// The full path; that of the running match if none is written.
    private func fullPath(_ reading: DataReading) -> String {
        path.isEmpty ? MatchStore.file(in: reading.places.state).path : reading.instance.path(path)
    }

    private func document(by reading: DataReading, maximum: Int) async throws(KindError) -> Value {
        let full = fullPath(reading)
        let bytes: [UInt8]
        do throws(KindError) {
            bytes = try await reading.files.bytes(of: full, maximum: maximum)
        } catch {
            // Before the first match there is no file, which is not an error.
            if path.isEmpty, access(full, F_OK) != 0, errno == ENOENT || errno == ENOTDIR { return MatchDocument.none }
            throw error
        }
        do {
            return try MatchDocument.value(of: bytes, .now)
        } catch {
            throw KindError(.document, at: "match", error.description, value: full)
        }
    }
}
