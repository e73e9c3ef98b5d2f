import Glibc
import SubdialBasics
import SubdialCLibraries
import Synchronization

/// A request in progress, with the received part of its response.
///
/// Unchecked, because the compiler cannot verify that only the loop's thread uses it, except `isCancelled`, from ``CurlLoop/start(_:)``
/// on.
final class CurlTransfer: @unchecked Sendable {
    /// The receiver of the response.
    enum Receiver {
        case none
        case whole((Result<HTTPResponse, HTTPError>) -> Void)
        case stream(HTTPStreamBuffer)
    }

    let request: HTTPRequest
    var receiver = Receiver.none
    /// May be set on any thread.
    let isCancelled = Atomic(false)
    var easy: UnsafeMutableRawPointer?
    var url: WebURL?
    var lists: [UnsafeMutablePointer<curl_slist>] = []
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// An error found by a callback rather than by curl.
    var failure: HTTPError?
    /// The time at which to give up if no data arrives before.
    var idleDeadline: ContinuousClock.Instant?

    private var head: HTTPHead?
    private var address: IPAddress?
    private var headerBytes = 0
    private var body: [UInt8] = []

    init(_ request: HTTPRequest) {
        self.request = request
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        errorText.deallocate()
    }

    /// Frees curl's resources.
    ///
    /// The handle must have been removed from its multi handle.
    func cleanUp(_ curl: Curl) {
        if let easy { curl.easy_cleanup(easy) }
        easy = nil
        for list in lists { curl.slist_free_all(list) }
        lists = []
    }

    /// Reports the outcome to the receiver, once.
    func finish(_ error: HTTPError?) {
        let receiver = receiver
        self.receiver = .none
        switch receiver {
        case .none:
            break
        case .whole(let complete):
            if let error {
                complete(.failure(error))
            } else if let head {
                var response = HTTPResponse(head: head, body: body)
                response.address = address
                complete(.success(response))
            } else {
                complete(.failure(.reset))
            }
        case .stream(let buffer):
            buffer.end(error.map { .failure($0) } ?? .success(()))
        }
    }

    /// The peer's address, while the connection is open.
    private var otherEnd: IPAddress? {
        guard let easy else { return nil }
        var text: UnsafePointer<CChar>?
        guard subdial_curl_get_text(easy, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text else { return nil }
        return IPAddress(String(cString: text))
    }

    /// Opens the socket of a connection; fails for an address that the request does not allow.
    func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if IPAddress(address)?.isPrivate ?? true {
            failure = .privateAddress(host: url?.host ?? "")
            return subdial_curl_no_socket()
        }
        // Another address of the same host may be allowed.
        failure = nil
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.`protocol`)
    }

    /// Converts curl's result for this request; nil for success.
    func error(for code: CURLcode, _ curl: Curl) -> HTTPError? {
        if code == CURLE_OK { return nil }
        if let failure { return failure }
        var systemError = 0
        if let easy { _ = subdial_curl_get_long(easy, CURLINFO_OS_ERRNO, &systemError) }
        let said = String(cString: errorText)
        let text = said.isEmpty ? curl.text(of: code) : said
        return HTTPError(
            code, text: text.oneLine(), errno: Int32(truncatingIfNeeded: systemError), host: url?.host ?? "",
            status: head?.status,
            maximumBody: request.maximumBody, redirects: request.maximumRedirects)
    }

    /// Handles one header line.
    ///
    /// Returns false to end the transfer.
    func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        headerBytes += bytes.count
        guard headerBytes <= request.maximumHeaders else {
            failure = .headersTooLarge(limit: request.maximumHeaders)
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self).trimmed()
        if line.hasPrefix("HTTP/") {
            // A new header block: of the next response after a redirect, or after a "100 Continue".
            address = otherEnd
            head = HTTPHead(status: line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
        } else if let colon = line.firstIndex(of: ":") {
            head?.fields.append(.init(name: String(line[..<colon]), value: line[line.index(after: colon)...].trimmed()))
        } else if line.isEmpty, let head, head.status >= 200, case .stream(let buffer) = receiver {
            buffer.begin(head)
        }
        return true
    }

    /// Handles a part of the body; returns the number of bytes accepted: all, 0 to end the transfer, or curl's value for "pause".
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        if case .stream(let buffer) = receiver {
            if buffer.offer(bytes) { return bytes.count }
            // A slow reader must not count as a silent server.
            idleDeadline = nil
            return subdial_curl_pause()
        }
        guard body.count + bytes.count <= request.maximumBody else {
            failure = .bodyTooLarge(limit: request.maximumBody)
            return 0
        }
        if body.isEmpty, let easy {
            var announced: Int64 = 0
            _ = subdial_curl_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced)
            // Content-Length is only a claim: reserve at most a megabyte, and grow as data arrives.
            body.reserveCapacity(Int(min(max(announced, Int64(bytes.count)), 1 << 20)))
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Restarts the idle time-out.
    func noteActivity() {
        guard case .stream = receiver, let timeout = request.idleTimeout else { return }
        idleDeadline = .now + timeout
    }
}
