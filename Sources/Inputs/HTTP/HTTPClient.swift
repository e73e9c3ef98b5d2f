/// An HTTP client on libcurl, which runs any number of concurrent requests on one thread; the thread sleeps while there are none.
///
/// Connections are reused. When the last reference is released, open streams are cancelled and the thread ends.
package final class HTTPClient: Sendable {
    private let loop: CurlLoop

    /// - Parameter userAgent: The `User-Agent` field: `subdial/1.0`.
    package init(userAgent: String = HTTPSettings.shared.userAgent) {
        loop = CurlLoop(userAgent: userAgent)
    }

    deinit {
        loop.close()
    }

    /// Sends `request` and waits for the whole response, whatever its status.
    ///
    /// Cancelling the task cancels the request immediately.
    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
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

    /// Sends `request` and returns when the response has started; the body is then read from the stream as it arrives.
    ///
    /// Flow control applies to slow readers: at most ``HTTPStream/bufferLimit`` bytes are buffered. Redirects are not followed.
    package func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
        let transfer = CurlTransfer(request)
        let buffer = HTTPStreamBuffer()
        transfer.receiver = .stream(buffer)
        // Created first, so that the transfer ends with it in every case.
        let guardian = HTTPStream.Guardian(transfer: transfer, loop: loop)
        loop.start(transfer)
        let head = try await buffer.head(owner: guardian)
        return HTTPStream(head: head, buffer: buffer, guardian: guardian)
    }
}
