import Clocks
import FoundationEssentials
import HTTP
import Logging
import Playback

/// The players of this desktop that can be controlled by MPRIS, each of them a zone, and one zone more: the player that counts.
///
/// A player's zone is `mpris:` and its name on the bus (`mpris:vlc`). The zone ``countedZone`` means what plays before what is paused
/// before what is stopped, applications before browsers, and what has changed last; it goes on when another player takes over.
///
/// Players tell of their changes themselves: nothing is asked for again and again, and no player that hangs holds up another.
public final class MPRISSource: PlaybackSource {
    /// The zone of whichever player counts.
    public static let countedZone = ZoneID("mpris")

    /// What that zone is called in a list, and while there is no player.
    static let countedName = "Active player"

    let options: MPRISOptions
    let client: HTTPClient
    private let thread: BusThread<MPRISWatch>

    /// Begins to follow the players.
    ///
    /// - Parameter client: What fetches covers from the web.
    public init(
        options: MPRISOptions = MPRISOptions(), client: HTTPClient = HTTPClient(), logger: Logger = Logger(label: "subdial.mpris")
    ) {
        self.options = options
        self.client = client
        thread = BusThread { MPRISWatch(options: options, logger: logger) }
    }

    deinit {
        thread.close()
    }

    /// The zone of the player that counts, then all players by name.
    public func zones() async throws(SourceError) -> [Zone] {
        try await ask { watch, give in
            watch.whenSettled(Self.countedZone) { result in give(result.map(\.zones)) }
        }
    }

    /// What the player has told so far: it tells of changes itself, so that asking it again would tell nothing new.
    public func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
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

    /// Players tell all that changes.
    public func isDrivenByPushes(_ zone: ZoneID) -> Bool { true }

    /// Readings whenever something changes, many changes at once as one reading; the first tells what is known already.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        // Each reading tells all there is, so that the newest is enough.
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

    /// What the player says that it cannot do.
    public func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        let answer: Result<String?, SourceError> = await result { watch, give in
            watch.whenSettled(zone) { result in give(result.map { $0.player(of: zone)?.refusal(of: control) }) }
        }
        return (try? answer.get()) ?? nil
    }

    /// Tells the player what to do, and returns once it has answered.
    public func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        try await ask { watch, give in
            watch.whenSettled(zone) { result in
                switch result {
                case .success(let watch): watch.perform(control, in: zone, showing: state, give)
                case .failure(let error): give(.failure(error))
                }
            }
        }
    }

    /// All that the zone's player tells of its track, by its own names such as `xesam:genre`.
    ///
    /// Beside these stand, by the names that playerctl has for them, `playerName`, `playerInstance`, `status`, `volume`, and where the
    /// player tells them `loop` and `shuffle`; and `identity`, the player's name for people. Long texts are cut at 4096 characters.
    public func metadata(of zone: ZoneID) async throws(SourceError) -> [String: DBusValue] {
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

    /// Has something done on the bus's thread, and waits for what it gives, which it must do once.
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
