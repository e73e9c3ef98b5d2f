import SubdialConcurrency
import SubdialKinds
import SubdialSystem

extension FileTransport.Request: TransportReader {
    /// The prefix of a path in Subdial's state folder.
    private static let statePrefix = "state:"

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let bytes = try await reading.files.bytes(of: fullPath(reading), maximum: source.maximumBytes)
        return DataReading.Document(value: try source.form.value(of: bytes, reading.arrival()))
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await FileFollower(path: fullPath(follower.reading)).follow(changed)
    }

    /// The full path: of one of the kind's files, or with `state:` of one in Subdial's state folder.
    private func fullPath(_ reading: DataReading) -> String {
        guard path.hasPrefix(Self.statePrefix) else { return reading.instance.path(path) }
        return "\(reading.places.state.path)/\(path.dropFirst(Self.statePrefix.count))"
    }
}
