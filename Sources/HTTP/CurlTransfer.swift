import CCurl
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One request under way, and what has come of its answer.
///
/// Unchecked, because the compiler cannot see that all of it but `isCancelled` belongs to the loop's thread from ``CurlLoop/start(_:)`` on.
final class CurlTransfer: @unchecked Sendable {
    /// Who waits for the answer.
    enum Receiver {
        case none
        case whole((Result<HTTPResponse, HTTPError>) -> Void)
        case stream(HTTPStreamBuffer)
    }

    let request: HTTPRequest
    var receiver = Receiver.none
    /// Set from any thread.
    let isCancelled = Atomic(false)
    var easy: UnsafeMutableRawPointer?
    var url: WebURL?
    var lists: [UnsafeMutablePointer<curl_slist>] = []
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// What was wrong with the answer, where a sink found it and not curl.
    var failure: HTTPError?
    /// When to give up if nothing comes until then.
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

    /// Frees what curl holds.
    ///
    /// The handle must have left its multi handle.
    func cleanUp() {
        if let easy { curl_easy_cleanup(easy) }
        easy = nil
        for list in lists { curl_slist_free_all(list) }
        lists = []
    }

    /// Tells the receiver how it ended; once.
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

    /// The other end of the connection, while it stands.
    private var otherEnd: IPAddress? {
        guard let easy else { return nil }
        var text: UnsafePointer<CChar>?
        guard subdial_curl_get_text(easy, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text else { return nil }
        return IPAddress(String(cString: text))
    }

    /// Makes the socket of a connection; none to an address that the request does not take.
    func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if IPAddress(address)?.isPrivate ?? true {
            failure = .privateAddress(host: url?.host ?? "")
            return subdial_curl_no_socket()
        }
        // Another address of the same name may do.
        failure = nil
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.`protocol`)
    }

    /// What curl's result means for this request.
    func error(for code: CURLcode) -> HTTPError? {
        if code == CURLE_OK { return nil }
        if let failure { return failure }
        var systemError = 0
        if let easy { _ = subdial_curl_get_long(easy, CURLINFO_OS_ERRNO, &systemError) }
        let said = String(cString: errorText)
        let text = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
        return HTTPError(
            code, text: Characters.oneLine(text), errno: Int32(truncatingIfNeeded: systemError), host: url?.host ?? "",
            status: head?.status,
            maximumBody: request.maximumBody, redirects: request.maximumRedirects)
    }

    /// Takes one line of the head.
    ///
    /// False ends the transfer.
    func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        headerBytes += bytes.count
        guard headerBytes <= request.maximumHeaders else {
            failure = .headersTooLarge(limit: request.maximumHeaders)
            return false
        }
        let line = Characters.trimmed(String(decoding: bytes, as: UTF8.self))
        if line.hasPrefix("HTTP/") {
            // A new head: that of the next answer after a redirect, or after a "continue".
            address = otherEnd
            head = HTTPHead(status: line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
        } else if let colon = line.firstIndex(of: ":") {
            head?.fields.append(.init(name: String(line[..<colon]), value: Characters.trimmed(line[line.index(after: colon)...])))
        } else if line.isEmpty, let head, head.status >= 200, case .stream(let buffer) = receiver {
            buffer.begin(head)
        }
        return true
    }

    /// Takes a part of the body and tells how many bytes of it: all, none to end the transfer, or curl's word for "later".
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        if case .stream(let buffer) = receiver {
            if buffer.offer(bytes) { return bytes.count }
            // A reader that takes its time is no silent server.
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
            // An announcement is only a claim: room for the first megabyte, and the rest as it comes.
            body.reserveCapacity(Int(min(max(announced, Int64(bytes.count)), 1 << 20)))
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Starts the wait for the next byte anew.
    func noteActivity() {
        guard case .stream = receiver, let timeout = request.idleTimeout else { return }
        idleDeadline = .now + timeout
    }
}
