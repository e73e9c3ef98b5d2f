import SubdialConcurrency
import SubdialExpressions
import SubdialKinds

extension CommandTransport.Request: TransportReader {
    /// The time limit of an action's command in seconds.
    private static let actionTimeout = 30.0
    /// The maximum size of the output of an action's command, in bytes.
    private static let actionMaximum = 1 << 20

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let program = try await reading.trust.program(of: self, in: reading.instance)
        guard !isLasting else { throw KindError.waiting("the command has written no line yet") }
        let reader = CommandReader(line: self, folder: reading.instance.folder, program: program)
        let bytes = try await reader.output(timeout: source.timeout, maximum: source.maximumBytes)
        return DataReading.Document(value: try source.form.value(of: bytes, reading.arrival()))
    }

    /// Runs a lasting command; of a burst of its lines only the last one is used.
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        guard isLasting else { return }
        let patience = Task {
            try await Task.sleep(for: .seconds(min(source.timeout, 3600)))
            await follower.miss(
                source, KindError(.source, at: "command", "it has written no line in \(Value.double(source.timeout).text) s"))
        }
        defer { patience.cancel() }
        while !Task.isCancelled {
            let latest = Broadcast<[UInt8]?>(nil)
            do throws(KindError) {
                let program = try await follower.reading.trust.program(of: self, in: follower.instance)
                let taking = Task {
                    for await bytes in latest.values() {
                        guard let bytes else { continue }
                        await follower.receive(bytes, of: source)
                        try? await Task.sleep(for: DataFollower.burst)
                    }
                }
                defer { taking.cancel() }
                try await CommandReader(line: self, folder: follower.instance.folder, program: program).lines(
                    maximum: source.maximumBytes
                ) {
                    latest.send($0)
                }
            } catch {
                guard !Task.isCancelled else { return }
                // The last line may not have been used yet.
                if let last = latest.value { await follower.receive(last, of: source) }
                await follower.fail(error, retryAfter: nil)
            }
            try? await Task.sleep(for: .seconds(restart))
        }
    }

    func perform(for follower: DataFollower, in hub: Hub) async throws -> String? {
        let program = try await follower.reading.trust.program(of: self, in: follower.instance)
        _ = try await CommandReader(line: self, folder: follower.instance.folder, program: program).output(
            timeout: Self.actionTimeout, maximum: Self.actionMaximum)
        await follower.refresh()
        return nil
    }
}
