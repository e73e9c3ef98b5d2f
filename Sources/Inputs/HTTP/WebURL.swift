import SubdialCLibraries

/// An http or https URL, parsed by curl's own parser, so that checks and requests interpret it in the same way.
package struct WebURL: Hashable, Sendable {
    package let scheme: String
    /// In brackets if it is an IPv6 address.
    package let host: String
    package private(set) var port: Int?
    /// Begins with a slash; percent-encoded.
    package let path: String
    package let hasQuery: Bool
    package let hasFragment: Bool
    /// As written in the URL, percent-encoded.
    package let user: String?
    package let password: String?

    /// - Throws: ``HTTPError/badURL(_:)`` with the reason, or ``HTTPError/noLibrary(reason:)``.
    package init(parsing text: String) throws(HTTPError) {
        let curl = try Curl.loaded()
        guard let handle = curl.url() else { throw .other("out of memory") }
        defer { curl.url_cleanup(handle) }
        let nonSupported = UInt32(1 << 3)  // CURLU_NON_SUPPORT_SCHEME: the scheme is checked below, with a message of our own
        let code = curl.url_set(handle, CURLUPART_URL, text, nonSupported)
        guard code == CURLUE_OK else { throw .badURL(Self.reason(code)) }

        func part(_ part: CURLUPart) -> String? {
            var pointer: UnsafeMutablePointer<CChar>?
            guard curl.url_get(handle, part, &pointer, 0) == CURLUE_OK, let pointer else { return nil }
            defer { curl.free(pointer) }
            return String(cString: pointer)
        }

        scheme = (part(CURLUPART_SCHEME) ?? "").lowercased()
        guard scheme == "http" || scheme == "https" else { throw .badURL("'\(scheme)' is neither http nor https") }
        host = part(CURLUPART_HOST) ?? ""
        guard !host.isEmpty else { throw .badURL("it names no host") }
        // Percent-decoding may change the host: the request would go to another host than messages show.
        guard text.utf8.contains(UInt8(ascii: "%")) == false || Self.host(of: "\(scheme)://\(host)/", curl) == host else {
            throw .badURL(Self.reason(CURLUE_BAD_HOSTNAME))
        }
        port = part(CURLUPART_PORT).flatMap { Int($0) }
        guard port != 0 else { throw .badURL("there is no port 0") }
        path = part(CURLUPART_PATH) ?? "/"
        hasQuery = part(CURLUPART_QUERY) != nil
        hasFragment = part(CURLUPART_FRAGMENT) != nil
        user = part(CURLUPART_USER)
        password = part(CURLUPART_PASSWORD)
    }

    /// The host of a URL; nil if it is invalid.
    private static func host(of text: String, _ curl: Curl) -> String? {
        guard let handle = curl.url() else { return nil }
        defer { curl.url_cleanup(handle) }
        var pointer: UnsafeMutablePointer<CChar>?
        guard curl.url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK, curl.url_get(handle, CURLUPART_HOST, &pointer, 0) == CURLUE_OK,
            let pointer
        else { return nil }
        defer { curl.free(pointer) }
        return String(cString: pointer)
    }

    /// The target of a redirect from `base`, as text and parsed.
    ///
    /// - Throws: ``HTTPError/badURL(_:)`` with the reason, or ``HTTPError/noLibrary(reason:)``.
    package static func resolving(_ location: String, against base: String) throws(HTTPError) -> (text: String, url: WebURL) {
        let curl = try Curl.loaded()
        guard let handle = curl.url() else { throw .other("out of memory") }
        defer { curl.url_cleanup(handle) }
        for text in [base, location] {
            let code = curl.url_set(handle, CURLUPART_URL, text, 0)
            guard code == CURLUE_OK else { throw .badURL(reason(code)) }
        }
        var pointer: UnsafeMutablePointer<CChar>?
        guard curl.url_get(handle, CURLUPART_URL, &pointer, 0) == CURLUE_OK, let pointer else { throw .badURL("it is malformed") }
        defer { curl.free(pointer) }
        let text = String(cString: pointer)
        return (text, try WebURL(parsing: text))
    }

    /// The URL with another port.
    package func with(port: Int) -> WebURL {
        var copy = self
        copy.port = port
        return copy
    }

    /// True if the host is this machine, which a proxy cannot reach.
    package var isLoopback: Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func reason(_ code: CURLUcode) -> String {
        switch code {
        case CURLUE_BAD_PORT_NUMBER: "the port is no number from 1 to 65535"
        case CURLUE_NO_HOST, CURLUE_BAD_SLASHES: "it names no host"
        case CURLUE_BAD_HOSTNAME: "the host name holds what no host name holds"
        case CURLUE_BAD_IPV6: "the IPv6 address is malformed"
        case CURLUE_BAD_SCHEME, CURLUE_UNSUPPORTED_SCHEME: "it begins with neither http:// nor https://"
        case CURLUE_BAD_LOGIN, CURLUE_BAD_USER, CURLUE_BAD_PASSWORD: "the part before the '@' is malformed"
        default: "it is malformed"
        }
    }
}
