import SubdialConcurrency
import SubdialKinds
import SubdialSystem

/// The server stores what it receives in a file, so that every process of the user reads it, also after a restart.
extension WebhookTransport.Request: TransportReader {
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let file = reading.places.webhooks.document(of: name)
        guard FileVersion(path: file.path) != nil else {
            let kind = reading.instance.kind.name
            throw KindError.waiting("nothing was received yet; 'subdial kind fetch \(kind) --explain' prints the address")
        }
        let bytes = try await reading.files.bytes(of: file.path, maximum: source.maximumBytes)
        return DataReading.Document(value: try source.form.value(of: bytes, reading.arrival()))
    }

    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        await FileFollower(path: follower.reading.places.webhooks.document(of: name).path).follow(changed)
    }
}
