import FoundationEssentials
import Glibc
import Logging
import SubdialConcurrency
import SubdialPlayback
import SubdialSystem
import Synchronization

/// A playback source that reads messages from a file, a FIFO or standard input: one JSON object on each line.
///
/// A file is read as it grows, and from its beginning after it was rewritten or replaced. A FIFO waits for its next writer after one has
/// closed it. Invalid lines are skipped, and each reason is logged once.
///
/// Reading starts with the first request, and ends with the source or with standard input.
package final class MessageFileSource: PlaybackSource {
    /// Stores changes of a player's library; throws an error that says why it cannot.
    package typealias StoreLibrary = @Sendable ([LibraryChange]) throws -> Void

    /// The address of the messages.
    package let address: MessageFileAddress
    private let limits: MessageLimits
    let board: MessageBoard
    let follower: MessageFollower
    /// Reads the files of covers.
    private let lane = WorkLane()
    private let beginning: MessageBeginning

    /// Makes the source; it starts reading with the first request.
    ///
    /// - Parameter store: Stores changes of the player's library; called on the reading thread.
    package convenience init(
        _ address: MessageFileAddress, limits: MessageLimits = MessageLimits(), logger: Logger = Logger(label: "subdial.messages"),
        store: @escaping StoreLibrary = { _ in }
    ) {
        self.init(address, limits: limits, logger: logger, standardInput: STDIN_FILENO, store: store)
    }

    init(
        _ address: MessageFileAddress, limits: MessageLimits = MessageLimits(), logger: Logger = Logger(label: "subdial.messages"),
        standardInput: Int32, store: @escaping StoreLibrary = { _ in }
    ) {
        self.address = address
        self.limits = limits
        let board = MessageBoard(address, limits: limits, logger: logger, store: store)
        let follower = MessageFollower(address, limits: limits, standardInput: standardInput)
        (self.board, self.follower) = (board, follower)
        beginning = MessageBeginning { follower.start(alarm: { board.alarm }) { board.receive($0) } }
    }

    deinit {
        follower.stop()
        board.close()
    }

    /// Returns the zones in the messages, sorted by name.
    ///
    /// For standard input the call returns after its first message or its end, otherwise immediately.
    package func zones() async throws(SourceError) -> [Zone] {
        try await catchUp()
        return board.zones
    }

    /// Returns the merged state of all messages so far; the connection is `stale` if the file has been removed.
    ///
    /// The zone without a name always exists: if all messages name their zones, it stands for the first of them. For standard input the
    /// call returns after its first message or its end.
    ///
    /// - Throws: `SourceError.badAnswer` if standard input has ended without a message, `badAddress` for an unsuitable kind of file,
    ///   `unreachable` if the file never existed, `zoneMissing` for a zone without messages.
    package func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try await catchUp()
        return board.reading(of: try name(of: zone))
    }

    /// True after standard input has ended: no message will follow, and each zone stays as it is.
    package func isOver(_ zone: ZoneID) -> Bool { board.state.withLock { $0.condition == .ended } }

    /// None: every message is pushed.
    package func polling(of zone: ZoneID) -> PollingNeed { .none }

    /// Readings: one when all available data has been read, and one after each change; the stream ends with standard input.
    package func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let stream = board.pushes(of: zone)
        if beginning.start() { follower.wake() } else { board.close() }
        return stream
    }

    /// Waits until all available data has been read.
    private func catchUp() async throws(SourceError) {
        guard beginning.start() else { throw .unreachable(address: address.text, reason: "the system gives no more threads") }
        await board.answer(to: follower.ask())
        if Task.isCancelled { throw .cancelled }
        if let failure = board.failure { throw failure }
    }

    /// The name that messages use for a zone.
    private func name(of zone: ZoneID) throws(SourceError) -> String? {
        guard let name = board.name(of: zone) else { throw .zoneMissing(zone.rawValue, known: board.zones.map(\.name)) }
        return name
    }
}

extension MessageFileSource {
    /// What is wrong with the messages so far, each on one line: skipped lines, and parts that are missing.
    package var warnings: [String] { board.warnings }

    /// The files that messages have announced, with the folder in which they are; none for standard input, which has no folder.
    package var announcements: (folder: String, transfers: [MediaTransfer]) {
        guard let folder = address.folder else { return ("", []) }
        return (folder, board.state.withLock { $0.library.transfers })
    }
}

extension MessageFileSource {
    /// Returns the picture of `artwork`; nil if there is none, or if another track is current.
    ///
    /// Only regular files below the folder of the messages are read, so that a message cannot disclose other files.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let state = board.subject(of: try name(of: zone)).state
        guard state.cover?.key == artwork.key, let path = state.artwork, let folder = address.folder else { return nil }
        return try await lane.value { Self.picture(at: path, below: folder) }?.get()
    }

    /// The contents of a file, with symbolic links followed; nil if there is none.
    ///
    /// A file that is not below the folder is a failure with `SourceError.badPicture`.
    private static func picture(at path: String, below folder: String) -> Result<[UInt8]?, SourceError> {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.count < 4096 else { return .success(nil) }
        let outside = SourceError.badPicture("it is not in the folder of the messages")
        if path.hasPrefix("/") { return .failure(outside) }
        guard let base = real(folder), let file = real(folder + "/" + path) else { return .success(nil) }
        guard file.hasPrefix(base == "/" ? base : base + "/") else { return .failure(outside) }
        return MPRISSource.picture(ofFile: file)
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }
}

extension MessageFileSource {
    /// Writes the control as one line to the file or FIFO beside the messages that has the same name followed by `.control`.
    ///
    /// The expected result is displayed until a newer reading arrives.
    ///
    /// - Throws: `SourceError.refused` if there is no such file, or if no process reads the FIFO.
    package func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {
        let (name, said) = board.subject(of: try name(of: zone))
        let status = state?.status(at: .now) ?? .unknown
        let seen = status == .unknown ? said.shownStatus : status
        let body: PlayerMessage.Body
        switch control {
        case .play: body = .playback(.play)
        case .pause: body = .playback(.pause)
        case .playPause: body = .playback(seen == .playing || seen == .loading ? .pause : .play)
        case .next: body = .playback(.next)
        case .previous: body = .playback(.previous)
        case .stop: body = .playback(.stop)
        case .volume(let change, _):
            body = .volume(VolumeMessage(try Self.usable(change, in: 0...100, "that is no volume")))
        case .mute(let wanted): body = .volume(VolumeMessage(isMuted: wanted ?? !(state?.volume?.isMuted ?? said.isMuted)))
        case .loop, .nextLoop, .shuffle, .consume, .single, .open: throw .refused("messages have no word for this")
        case .seek(let change): body = .seek(try Self.usable(change, in: 0...1e9, "that is no place in the track"))
        }
        if let refusal = board.control.refusal { throw .refused(refusal) }
        let message = PlayerMessage(body, timestamp: .now, zone: name, controller: limits.controller)
        try board.control.send(message.line)
        board.apply(message)
        // The time at which the track ends may have changed.
        follower.wake()
    }

    /// The reason why the zone cannot be controlled; nil if the file for controls exists.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? { board.control.refusal }

    private static func usable(_ change: Change, in range: ClosedRange<Double>, _ refusal: String) throws(SourceError) -> Change {
        switch change {
        case .to(let value) where value.isFinite: .to(min(max(value, range.lowerBound), range.upperBound))
        case .by(let difference) where difference.magnitude <= 1e9: .by(difference)
        default: throw .refused(refusal)
        }
    }
}

/// An action that runs once, on first use.
final class MessageBeginning: Sendable {
    private let hasBegun = Mutex<Bool?>(nil)
    private let action: @Sendable () -> Bool

    init(_ start: @escaping @Sendable () -> Bool) {
        action = start
    }

    /// Runs the action on the first call; returns its result on every call.
    fileprivate func start() -> Bool {
        hasBegun.withLock { hasBegun in
            let answer = hasBegun ?? action()
            hasBegun = answer
            return answer
        }
    }
}
