import FoundationEssentials
import Glibc
import Logging
import Playback

/// Messages in a file, out of a FIFO or on standard input as a source of playback: one JSON object a line.
///
/// A file is read as it grows, from its beginning again when it has been written anew or another one stands in its place; a FIFO waits for
/// its next writer when one has left. Lines that are no messages are skipped, and the logger is told why, once for each reason.
///
/// Reading begins with the first question, and ends with the source, or with standard input.
public final class MessageFileSource: PlaybackSource {
    /// Where messages come from.
    public let address: MessageFileAddress
    let limits: MessageLimits
    let board: MessageBoard
    let follower: MessageFollower
    private let beginning: MessageBeginning

    /// Makes the source; nothing is read before something is asked for.
    public convenience init(
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

    /// The zones of which messages speak, by name.
    ///
    /// Standard input answers with its first message, or its end; all else at once.
    public func zones() async throws(SourceError) -> [Zone] {
        try await catchUp()
        return board.zones
    }

    /// What all messages so far add up to; the connection is `stale` where the file has gone.
    ///
    /// The zone that needs no name is always there: where all messages name a zone it shows the first of these. Standard input answers with
    /// its first message, or its end.
    ///
    /// - Throws: `SourceError.badAnswer` where standard input has ended without a message, `badAddress` for what messages cannot be read
    ///   from, `unreachable` where the file was never there, `zoneMissing` for a zone of which nothing was said.
    public func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        try await catchUp()
        return board.reading(of: try name(of: zone))
    }

    /// True after standard input has ended: no message will follow, and each zone stays as it is.
    public func isOver(_ zone: ZoneID) -> Bool { board.state.withLock { $0.condition == .ended } }

    /// Every message is told of as it comes.
    public func isDrivenByPushes(_ zone: ZoneID) -> Bool { true }

    /// A reading as soon as all that is there has been read, and one after each change; the stream ends with standard input.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let stream = board.pushes(of: zone)
        if beginning.begin() { follower.wake() } else { board.close() }
        return stream
    }

    /// Sees to it that all that is there has been read.
    private func catchUp() async throws(SourceError) {
        guard beginning.begin() else { throw .unreachable(address: address.text, reason: "the system gives no more threads") }
        await board.answer(to: follower.ask())
        if Task.isCancelled { throw .cancelled }
        if let failure = board.failure { throw failure }
    }

    /// The name that messages have for a zone.
    func name(of zone: ZoneID) throws(SourceError) -> String? {
        guard let name = board.name(of: zone) else { throw .zoneMissing(zone.rawValue, known: board.zones.map(\.name)) }
        return name
    }
}
