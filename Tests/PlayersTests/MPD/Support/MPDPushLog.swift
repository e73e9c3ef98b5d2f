import SubdialPlayback
import Synchronization

/// The readings of a stream of pushes so far.
final class MPDPushLog: Sendable {
    private struct State {
        var readings: [Reading] = []
        var isOver = false
    }

    private let state: Reference
    private let task: Task<Void, Never>

    private final class Reference: Sendable {
        let value = Mutex(State())
    }

    init(_ stream: AsyncStream<Reading>) {
        let state = Reference()
        self.state = state
        task = Task {
            for await reading in stream { state.value.withLock { $0.readings.append(reading) } }
            state.value.withLock { $0.isOver = true }
        }
    }

    deinit { task.cancel() }

    var readings: [Reading] { state.value.withLock { $0.readings } }
    var last: Reading? { readings.last }
    var isOver: Bool { state.value.withLock { $0.isOver } }

    /// Stops reading the stream.
    func cancel() { task.cancel() }
}
