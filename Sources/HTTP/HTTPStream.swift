/// The body of an answer that has no end, chunk by chunk as it arrives.
///
/// It is read by one task. Letting go of the stream, or cancelling the task that waits for a chunk, closes the connection.
public struct HTTPStream: AsyncSequence, Sendable {
    /// A chunk, of one byte at least.
    public typealias Element = [UInt8]
    /// Why it ended early.
    public typealias Failure = HTTPError

    /// How many bytes wait to be read at most; the server has to wait with the rest.
    public static let bufferLimit = 256 << 10

    /// The status and header fields with which the answer began.
    public let head: HTTPHead
    let buffer: HTTPStreamBuffer
    let guardian: Guardian

    /// Ends the transfer when nobody can read it any more.
    final class Guardian: Sendable {
        let transfer: CurlTransfer
        let loop: CurlLoop

        init(transfer: CurlTransfer, loop: CurlLoop) {
            self.transfer = transfer
            self.loop = loop
        }

        deinit {
            loop.cancel(transfer)
        }
    }

    /// What reads the chunks.
    public struct Iterator: AsyncIteratorProtocol {
        let buffer: HTTPStreamBuffer
        let guardian: Guardian

        /// The next bytes, nil once the server has ended the answer.
        public mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await buffer.next(owner: guardian)
        }

        /// The next bytes, nil once the server has ended the answer.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]? {
            try await buffer.next(owner: guardian)
        }
    }

    /// Begins to read.
    ///
    /// Only one reader gets all of it.
    public func makeAsyncIterator() -> Iterator {
        Iterator(buffer: buffer, guardian: guardian)
    }
}
