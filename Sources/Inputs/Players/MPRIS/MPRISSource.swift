import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialHTTP
import SubdialPlayback

/// The MPRIS players of this desktop as zones, and one more zone that follows the active player.
///
/// A player's zone is `mpris:` followed by its bus name (`mpris:vlc`). The zone ``countedZone`` prefers playing to paused and paused to
/// stopped players, then applications to browsers, then the most recent change. It continues when another player becomes active.
///
/// Players signal their changes: there is no polling, and a player that hangs does not delay the others.
package final class MPRISSource: PlaybackSource {
    /// The zone that follows the active player.
    package static let countedZone = ZoneID("mpris")

    /// The name of that zone in lists, and while no player is running.
    static let countedName = "Active player"

    let options: MPRISOptions
    let client: HTTPClient
    /// Reads the files of covers.
    let lane = WorkLane()
    private let thread: BusThread<MPRISWatch>

    /// Starts to follow the players.
    ///
    /// - Parameter client: The client that downloads covers.
    package init(
        options: MPRISOptions = MPRISOptions(), client: HTTPClient = HTTPClient(), logger: Logger = Logger(label: "subdial.mpris")
    ) {
        self.options = options
        self.client = client
        thread = BusThread { MPRISWatch(options: options, logger: logger) }
    }

    deinit {
        thread.close()
    }

    /// Returns the zone of the active player, then the zones of all players by name.
    package func zones() async throws(SourceError) -> [Zone] {
        try await ask { watch, give in
            watch.whenSettled(Self.countedZone) { result in give(result.map(\.zones)) }
        }
    }

    /// Returns the cached state of the player.
    ///
    /// Players signal changes, so that another query would return nothing new.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        let asked = Date.steady
        return try await ask { watch, give in
            watch.whenSettled(zone) { result in
                give(
                    result.flatMap { watch in
                        let reading = watch.reading(of: zone, Stamp(asked, .poll))
                        guard reading.connection == .zoneMissing else { return .success(reading) }
                        return .failure(.zoneMissing(zone.rawValue, known: watch.zones.map(\.id.rawValue)))
                    })
            }
        }
    }

    /// None: players signal all changes.
    package func polling(of zone: ZoneID) -> PollingNeed { .none }

    /// Readings after changes, with simultaneous changes merged into one; the first reading has the current state.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        // Each reading is complete, so that only the newest matters.
        let (stream, continuation) = AsyncStream<Reading>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let isPosted = thread.post { [weak thread] watch in
            let ticket = watch.addReader(continuation, of: zone)
            continuation.onTermination = { [weak thread] _ in
                _ = thread?.post { $0.removeReader(ticket, of: zone) }
            }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    /// The reason why the player cannot do this, according to its properties.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        let answer: Result<String?, SourceError> = await result { watch, give in
            watch.whenSettled(zone) { result in give(result.map { $0.player(of: zone)?.refusal(of: control) }) }
        }
        return (try? answer.get()) ?? nil
    }

    /// Sends the control to the player and waits for its reply.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await ask { watch, give in
            watch.whenSettled(zone) { result in
                switch result {
                case .success(let watch): watch.perform(control, in: zone, showing: state, give)
                case .failure(let error): give(.failure(error))
                }
            }
        }
    }

    /// Returns the metadata of the zone's player, by its own keys such as `xesam:genre`.
    ///
    /// It also contains `playerName`, `playerInstance`, `status` and `volume`, as playerctl names them, `loop` and `shuffle` if the player
    /// has these properties, and `identity`, the player's display name. Strings are truncated to 4096 characters.
    package func metadata(of zone: ZoneID) async throws(SourceError) -> [String: DBusValue] {
        try await ask { watch, give in
            watch.whenSettled(zone) { result in
                give(
                    result.flatMap { watch in
                        do throws(SourceError) {
                            return .success(try watch.existingPlayer(of: zone).facts)
                        } catch {
                            return .failure(error)
                        }
                    })
            }
        }
    }

    /// Runs `task` on the bus thread and waits for its result, which it must pass exactly once.
    func ask<Value: Sendable>(
        _ task: @escaping @Sendable (MPRISWatch, @escaping @Sendable (Result<Value, SourceError>) -> Void) -> Void
    ) async throws(SourceError) -> Value {
        try await result(task).get()
    }

    private func result<Value: Sendable>(
        _ task: @escaping @Sendable (MPRISWatch, @escaping @Sendable (Result<Value, SourceError>) -> Void) -> Void
    ) async -> Result<Value, SourceError> {
        await withCheckedContinuation { continuation in
            let isPosted = thread.post { watch in task(watch) { continuation.resume(returning: $0) } }
            if !isPosted {
                continuation.resume(returning: .failure(.unreachable(address: "the session bus", reason: "no thread can be made for it")))
            }
        }
    }
}
