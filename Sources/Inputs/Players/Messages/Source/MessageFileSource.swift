import FoundationEssentials
import Glibc
import Logging
import SubdialConcurrency
import SubdialPlayback

/// A playback source that reads messages from a file, a FIFO or standard input: one JSON object on each line.
///
/// A file is read as it grows, and from its beginning after it was rewritten or replaced. A FIFO waits for its next writer after one has
/// closed it. Invalid lines are skipped, and each reason is logged once.
///
/// Reading starts with the first request, and ends with the source or with standard input.
package final class MessageFileSource: PlaybackSource {
    /// The address of the messages.
    package let address: MessageFileAddress
    let limits: MessageLimits
    let board: MessageBoard
    let follower: MessageFollower
    /// Reads the files of covers.
    let lane = WorkLane()
    private let beginning: MessageBeginning

    /// Makes the source; it starts reading with the first request.
    package convenience init(
        _ address: MessageFileAddress, limits: MessageLimits = MessageLimits(), logger: Logger = Logger(label: "subdial.messages")
    ) {
        self.init(address, limits: limits, logger: logger, standardInput: STDIN_FILENO)
    }

    init(
        _ address: MessageFileAddress, limits: MessageLimits = MessageLimits(), logger: Logger = Logger(label: "subdial.messages"),
        standardInput: Int32
    ) {
        self.address = address
        self.limits = limits
        let board = MessageBoard(address, limits: limits, logger: logger)
        let follower = MessageFollower(address, limits: limits, standardInput: standardInput)
        (self.board, self.follower) = (board, follower)
        beginning = MessageBeginning { follower.start(alarm: { board.alarm }) { board.take($0) } }
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
        if beginning.begin() { follower.wake() } else { board.close() }
        return stream
    }

    /// Waits until all available data has been read.
    private func catchUp() async throws(SourceError) {
        guard beginning.begin() else { throw .unreachable(address: address.text, reason: "the system gives no more threads") }
        await board.answer(to: follower.ask())
        if Task.isCancelled { throw .cancelled }
        if let failure = board.failure { throw failure }
    }

    /// The name that messages use for a zone.
    func name(of zone: ZoneID) throws(SourceError) -> String? {
        guard let name = board.name(of: zone) else { throw .zoneMissing(zone.rawValue, known: board.zones.map(\.name)) }
        return name
    }
}
