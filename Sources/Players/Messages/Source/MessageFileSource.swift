import FoundationEssentials
import Glibc
import Logging
import Playback

/// Messages in a file, out of a FIFO or on standard input as a source of playback: one JSON object a line.
///
/// A file is read as it grows, from its beginning again when it has been written anew or another one stands in its place; a FIFO is opened
/// again when its writer has left. A line counts once its end is there. Lines that are no messages are left out, and the first of a row of
/// them is told to the logger.
///
/// Reading begins with the first question, and ends with the source.
public final class MessageFileSource: PlaybackSource {
    /// Where messages come from.
    public let address: MessageFileAddress
    let limits: MessageLimits
    let board: MessageBoard
    private let follower: MessageFollower
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
        beginning = MessageBeginning { follower.start { board.take($0) } }
    }

    deinit {
        follower.stop()
        board.close()
    }

    /// The zones of which messages speak, by name.
    public func zones() async throws(SourceError) -> [Zone] {
        try await catchUp()
        return board.zones
    }

    /// What all messages so far add up to; the connection is `stale` where the file has gone, or standard input has ended.
    public func read(_ zone: ZoneID) async throws(SourceError) -> Reading {
        let asked = Date()
        try await catchUp()
        return board.reading(of: try name(of: zone), stamp: Stamp(asked, .poll))
    }

    /// Every message is told of as it comes.
    public func isDrivenByPushes(_ zone: ZoneID) -> Bool { true }

    /// A reading as soon as all that is there has been read, and one after each change.
    public func pushes(of zone: ZoneID) -> AsyncStream<Reading> {
        let stream = board.pushes(of: zone)
        if beginning.begin() { _ = follower.ask() } else { board.close() }
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
