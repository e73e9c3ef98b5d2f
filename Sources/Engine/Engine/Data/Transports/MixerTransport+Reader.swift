import SubdialExpressions
import SubdialKinds
import SubdialMixers

extension MixerTransport.Request: TransportReader {
    var isMetered: Bool { meters > 0 }

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        // A single reading does not wait for a change.
        do throws(PulseError) {
            let mixer = try await PulseMixer(server: reading.instance.surroundings.soundServer).mixer(isMetered: isMetered)
            return DataReading.Document(value: mixer.document)
        } catch {
            throw KindError(.source, at: "mixer", error.description, isUnreachable: true)
        }
    }

    /// Follows the sound server; of a burst of its changes only the last one is used.
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        for await change in PulseMixer(server: follower.instance.surroundings.soundServer).changes(meters: meters) {
            switch change {
            case .success(let mixer): await follower.receive(mixer.document, of: source)
            case .failure(let error):
                await follower.fail(KindError(.source, at: "mixer", error.description, isUnreachable: true), retryAfter: nil)
            }
            // Meters have their own rate.
            if !isMetered { try? await Task.sleep(for: DataFollower.burst / 2) }
        }
    }
}
