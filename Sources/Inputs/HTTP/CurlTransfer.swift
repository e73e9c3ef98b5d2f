import Glibc
import SubdialBasics
import SubdialCLibraries
import SubdialSystem
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

    private let request: HTTPRequest
    var receiver = Receiver.none
    /// May be set on any thread.
    let isCancelled = Atomic(false)
    var easy: UnsafeMutableRawPointer?
    private var url: WebURL?
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
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
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if IPAddress(address)?.isPrivate ?? true {
            failure = .privateAddress(host: url?.host ?? "")
            return subdial_curl_no_socket()
        }
        // Another address of the same host may be allowed.
        failure = nil
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.`protocol`)
    }

    /// OpenSSL's results for a certificate whose authority is not trusted: its issuer is missing, or it is signed by itself.
    private static let unknownAuthority = [2, 18, 19, 20, 21]

    /// Converts curl's result for this request; nil for success.
    func error(for code: CURLcode, _ curl: Curl) -> HTTPError? {
        if code == CURLE_OK { return nil }
        if let failure { return failure }
        var systemError = 0
        var verification = 0
        if let easy {
            _ = subdial_curl_get_long(easy, CURLINFO_OS_ERRNO, &systemError)
            _ = subdial_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &verification)
        }
        let said = String(cString: errorText)
        let text = said.isEmpty ? curl.text(of: code) : said
        return HTTPError(
            code, text: text.oneLine(), errno: Int32(truncatingIfNeeded: systemError), host: url?.host ?? "",
            isAuthorityUnknown: Self.unknownAuthority.contains(verification), status: head?.status,
            maximumBody: request.maximumBody, redirects: request.maximumRedirects)
    }

    /// Handles one header line.
    ///
    /// Returns false to end the transfer.
    private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        recordActivity()
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
            buffer.start(head)
        }
        return true
    }

    /// Handles a part of the body; returns the number of bytes accepted: all, 0 to end the transfer, or curl's value for "pause".
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        recordActivity()
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
    func recordActivity() {
        guard case .stream = receiver, let timeout = request.idleTimeout else { return }
        idleDeadline = .now + timeout
    }
}

extension CurlTransfer {
    /// Creates and configures the handle.
    ///
    /// - Throws: ``HTTPError/badURL(_:)``, or ``HTTPError/other(_:)`` if curl lacks a feature.
    func prepare(_ curl: Curl, userAgent: String) throws(HTTPError) {
        let url = try WebURL(parsing: request.url)
        self.url = url
        guard let easy = curl.easy_init() else { throw .other("out of memory") }
        self.easy = easy
        var options = Options(easy: easy)

        options.set(CURLOPT_URL, request.url)
        options.check(subdial_curl_allow_web_only(easy))
        options.check(subdial_curl_leave_quickly(easy))
        options.set(CURLOPT_NOSIGNAL, 1)
        options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        options.set(CURLOPT_USERAGENT, userAgent)
        let authorities = [HTTPSettings.shared.authorities, request.certificates?.authorities].compactMap { $0 }
        if !authorities.isEmpty {
            // They replace the file of the system.
            let bytes = Array((authorities + [SystemAuthorities.certificates]).joined(separator: [UInt8(ascii: "\n")]))
            options.check(subdial_curl_set_authorities(easy, bytes, bytes.count))
        } else if let path = SystemAuthorities.path {
            options.set(CURLOPT_CAINFO, path)
        }
        if let certificate = request.certificates?.certificate, let key = request.certificates?.key {
            options.check(subdial_curl_set_certificate(easy, certificate, certificate.count, key, key.count))
        }
        if request.certificates?.verifies == false {
            options.set(CURLOPT_SSL_VERIFYPEER, 0)
            options.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        // The environment's proxy applies to all hosts but this machine, which a proxy cannot reach.
        if url.isLoopback { options.set(CURLOPT_PROXY, "") }

        options.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTimeout.wholeMilliseconds)
        if let timeout = request.timeout { options.set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds) }
        if request.acceptsGzip { options.set(CURLOPT_ACCEPT_ENCODING, "gzip") }

        var fields = request.accept.map { ["Accept: \($0)"] } ?? []
        switch request.method {
        case .get:
            if case .whole = receiver, request.maximumRedirects > 0 {
                options.set(CURLOPT_FOLLOWLOCATION, 1)
                options.set(CURLOPT_MAXREDIRS, request.maximumRedirects)
            }
        case .post(let body, let contentType):
            options.check(subdial_curl_set_post_body(easy, body, body.count))
            // Suppresses curl's `Expect: 100-continue` for large bodies: ours are small, and few servers support it.
            fields += ["Content-Type: \(contentType)", "Expect:"]
            // curl resends a request on its own if a reused connection turns out to be dead; a toggle that is sent twice would have no
            // effect.
            options.set(CURLOPT_FRESH_CONNECT, 1)
        case .other("HEAD", _): options.set(CURLOPT_NOBODY, 1)
        case .other(let word, let body):
            options.set(CURLOPT_CUSTOMREQUEST, word)
            if !body.isEmpty {
                options.check(subdial_curl_set_post_body(easy, body, body.count))
                // curl would sign the field that it leaves out.
                if request.signing == nil { fields.append("Expect:") }
            }
            options.set(CURLOPT_FRESH_CONNECT, 1)
        }
        if let signing = request.signing {
            options.set(CURLOPT_AWS_SIGV4, "aws:amz:\(signing.region):\(signing.service)")
            options.set(CURLOPT_USERNAME, signing.key)
            options.set(CURLOPT_PASSWORD, signing.secret)
        }
        fields += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        try add(fields, to: &options, curl)

        if case .whole = receiver {
            options.check(subdial_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, Int64(max(1, request.maximumBody))))
        } else {
            options.set(CURLOPT_TCP_KEEPALIVE, 1)
        }
        if request.refusesPrivateAddresses { refusePrivateAddresses(&options) }
        setSinks(&options)
        guard options.result == CURLE_OK else {
            throw .other("this libcurl cannot do what is needed: " + curl.text(of: options.result))
        }
        recordActivity()
    }

    private func add(_ fields: [String], to options: inout Options, _ curl: Curl) throws(HTTPError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields {
            guard field.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .other("a header field holds a control character") }
            guard let longer = curl.slist_append(list, field) else { throw .other("out of memory") }
            list = longer
        }
        guard let list else { return }
        lists.append(list)
        options.check(subdial_curl_set_list(options.easy, CURLOPT_HTTPHEADER, list))
    }

    private func refusePrivateAddresses(_ options: inout Options) {
        // The address of a reused connection would not be checked.
        options.set(CURLOPT_FRESH_CONNECT, 1)
        options.check(
            subdial_curl_set_socket_opener(
                options.easy,
                { context, _, address in
                    guard let context, let address else { return subdial_curl_no_socket() }
                    return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(address)
                }, Unmanaged.passUnretained(self).toOpaque()))
    }

    private func setSinks(_ options: inout Options) {
        // Unretained, because the loop holds the transfer as long as the handle exists.
        let context = Unmanaged.passUnretained(self).toOpaque()
        options.check(subdial_curl_set_error_buffer(options.easy, errorText))
        options.check(
            subdial_curl_set_head_sink(
                options.easy,
                { bytes, size, count, context in
                    guard let context else { return 0 }
                    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                    return transfer.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
                }, context))
        options.check(
            subdial_curl_set_body_sink(
                options.easy,
                { bytes, size, count, context in
                    guard let context else { return 0 }
                    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
                    return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                }, context))
    }

    /// Sets options and remembers the first failure.
    private struct Options {
        let easy: UnsafeMutableRawPointer
        var result = CURLE_OK

        mutating func check(_ code: CURLcode) {
            if result == CURLE_OK { result = code }
        }

        mutating func set(_ option: CURLoption, _ value: Int) {
            check(subdial_curl_set_long(easy, option, value))
        }

        mutating func set(_ option: CURLoption, _ text: String) {
            check(subdial_curl_set_text(easy, option, text))
        }
    }
}

extension Duration {
    /// The duration in milliseconds, at least 1: curl treats 0 as "no limit".
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: max(1, min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
