import SubdialCLibraries

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
        case .other(let word, let body):
            options.set(CURLOPT_CUSTOMREQUEST, word)
            if !body.isEmpty {
                options.check(subdial_curl_set_post_body(easy, body, body.count))
                fields.append("Expect:")
            }
            options.set(CURLOPT_FRESH_CONNECT, 1)
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
        noteActivity()
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
