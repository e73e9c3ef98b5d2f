/// An HTTP client on libcurl: any number of requests at once on one thread of its own, which sleeps while nothing is under way.
///
/// Connections are kept and used again. When the last reference goes, streams that are still read end as cancelled, and the thread ends.
public final class HTTPClient: Sendable {
    private let loop: CurlLoop

    /// - Parameter userAgent: What the client calls itself: `subdial/1.0`.
    public init(userAgent: String = "subdial") {
        loop = CurlLoop(userAgent: userAgent)
    }

    deinit {
        loop.close()
    }

    /// Sends `request` and waits for the whole answer, whatever its status.
    ///
    /// Cancelling the task ends the request at once.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let transfer = CurlTransfer(request)
        let result: Result<HTTPResponse, HTTPError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.receiver = .whole { continuation.resume(returning: $0) }
                loop.start(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        return try result.get()
    }

    /// Sends `request` and returns once the answer has begun; the body is then read from the stream as it comes.
    ///
    /// What is read too slowly stays with the server: no more than ``HTTPStream/bufferLimit`` bytes wait here. Redirects are not followed.
    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
        let transfer = CurlTransfer(request)
        let buffer = HTTPStreamBuffer()
        transfer.receiver = .stream(buffer)
        // Made first, so that whatever happens now the transfer ends with it.
        let guardian = HTTPStream.Guardian(transfer: transfer, loop: loop)
        loop.start(transfer)
        let head = try await buffer.head(owner: guardian)
        return HTTPStream(head: head, buffer: buffer, guardian: guardian)
    }
}
