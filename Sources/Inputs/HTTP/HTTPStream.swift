/// The body of an endless response, as chunks in order of arrival.
///
/// Only one task may read it. Releasing the stream, or cancelling the task that waits for a chunk, closes the connection.
package struct HTTPStream: AsyncSequence, Sendable {
    /// A chunk of at least one byte.
    package typealias Element = [UInt8]
    /// The reason why the stream ended early.
    package typealias Failure = HTTPError

    /// The maximum number of buffered bytes; the server must wait to send more.
    package static let bufferLimit = 256 << 10

    /// The status and header fields of the response.
    package let head: HTTPHead
    let buffer: HTTPStreamBuffer
    let guardian: Guardian

    /// Cancels the transfer when its last reader is released.
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

    /// The iterator over the chunks.
    package struct Iterator: AsyncIteratorProtocol {
        let buffer: HTTPStreamBuffer
        let guardian: Guardian

        /// Returns the next bytes; nil when the response has ended.
        package mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await buffer.next(owner: guardian)
        }

        /// Returns the next bytes; nil when the response has ended.
        package mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]? {
            try await buffer.next(owner: guardian)
        }
    }

    /// Makes an iterator.
    ///
    /// Use only one: several iterators would share the chunks.
    package func makeAsyncIterator() -> Iterator {
        Iterator(buffer: buffer, guardian: guardian)
    }
}
