import HTTPTypes
import HummingbirdCore
import SubdialBasics

/// Checks the authentication and the origin of requests.
struct Gate: Sendable {
    /// The proof of a permitted request.
    enum Proof {
        /// Its place: without a token only this machine can connect. A page of any site that a browser on this machine shows has it too.
        case place
        /// The browser's cookie, which a page of another site may cause the browser to send.
        case cookie
        /// The token or a signature in the request itself: whoever wrote the request knew it.
        case request
    }

    /// The token that clients must send; nil if only this machine can connect, and no token is required.
    let token: AccessToken?
    /// The origin at which clients reach the server through a proxy, from the configuration; nil if there is no proxy.
    var site: Site?

    /// The name of the cookie in which browsers keep the token.
    ///
    /// It differs between the widget server and the preview server, because cookies are shared by all ports of a host.
    var cookie = "subdial-token"

    /// The origin of a URL, such as `https://panels.example`.
    struct Site: Hashable, Sendable {
        /// The scheme and the host in lower case, with the port unless it is the default port: the format of the `Origin` header.
        let origin: String
        /// The host without the port, in lower case.
        let host: String

        /// nil for a text that is not a URL.
        init?(_ address: String) {
            let parts = address.lowercased().split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count >= 3, parts[1].isEmpty, !parts[2].isEmpty, ["http:", "https:"].contains(parts[0]) else { return nil }
            var authority = parts[2]
            for (scheme, port) in [("http:", ":80"), ("https:", ":443")] where parts[0] == scheme && authority.hasSuffix(port) {
                authority = authority.dropLast(port.count)
            }
            origin = "\(parts[0])//\(authority)"
            host = Gate.host(of: String(authority))
        }
    }

    /// Checks that a request is permitted.
    ///
    /// - Parameter isSigned: True if the address has a valid signature.
    /// - Throws: ``ServeError`` for a wrong token; without a token, for a host that is not a loopback name (DNS rebinding); for a page of another
    ///   site.
    @discardableResult
    func check(_ request: Request, isSigned: Bool = false) throws(ServeError) -> Proof {
        let proof = isSigned ? .request : try proof(of: request)
        try checkSite(request, proof)
        return proof
    }

    private func proof(of request: Request) throws(ServeError) -> Proof {
        guard let token else {
            // DNS rebinding: a page of another site can resolve its own host name to 127.0.0.1, but the browser still sends that name.
            let host = Self.host(of: request.head.authority ?? "")
            guard ListenAddress.isLoopback(host) || host.lowercased() == site?.host else {
                throw ServeError(
                    .forbidden,
                    "'\(host.oneLine(limit: 80))' is not a loopback name: ask for 127.0.0.1 or localhost, name it as 'serve: { url: … }', or start "
                        + "with --token-file")
            }
            return .place
        }
        if tokens(of: request).contains(where: token.matches) { return .request }
        guard cookies(of: request).contains(where: token.matches) else {
            throw ServeError(.unauthorized, "a token is needed: as 'Authorization: Bearer TOKEN', or as ?token=TOKEN")
        }
        return .cookie
    }

    /// Checks whether a page of another site asks.
    ///
    /// Such a page may only link to the server, or embed an address with a token or a signature, which its author knew. Programs that are not
    /// browsers send none of these fields.
    func checkSite(_ request: Request, _ proof: Proof = .place) throws(ServeError) {
        let isReading = request.method == .get || request.method == .head
        if isReading, proof == .request { return }
        if let site = Self.field("Sec-Fetch-Site", request), site != "same-origin", site != "none" {
            // The other site cannot read what a new page shows.
            let isLink = Self.field("Sec-Fetch-Mode", request) == "navigate" && Self.field("Sec-Fetch-Dest", request) == "document"
            guard isReading, isLink else {
                throw ServeError(
                    .forbidden, "a page of another site asks; only the server's own may, and a page that embeds a picture with ?token=TOKEN"
                )
            }
        }
        // Older browsers send the origin alone.
        guard let origin = request.headers[.origin] else { return }
        // A proxy may forward its own name as the host; the page's origin is then the configured one.
        if origin.lowercased() == site?.origin { return }
        // Behind other proxies the scheme differs, but the host does not.
        let sent = origin.split(separator: "/").last.map { String($0).lowercased() }
        guard sent == request.head.authority?.lowercased() else {
            throw ServeError(.forbidden, "the page of '\(origin.oneLine(limit: 80))' asks; only the server's own may")
        }
    }

    /// The token from the query of the URL, if it is valid.
    private func token(inAddressOf request: Request) -> AccessToken? {
        guard let token, let given = request.uri.queryParameters["token"], token.matches(String(given)) else { return nil }
        return token
    }

    /// The redirect for a page URL that contains the valid token: it sets the token as a cookie and removes it from the URL.
    func logIn(_ request: Request) -> Response? {
        guard let token = token(inAddressOf: request) else { return nil }
        let isSecure = Self.field("X-Forwarded-Proto", request) == "https"
        return Response(
            status: .seeOther,
            headers: [
                .location: "./", .cacheControl: "no-store",
                .setCookie: "\(cookie)=\(token.text); Max-Age=31536000; HttpOnly; SameSite=Strict; Path=/\(isSecure ? "; Secure" : "")",
            ])
    }

    private func tokens(of request: Request) -> [String] {
        var found: [String] = []
        if let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") {
            found.append(field.dropFirst("bearer ".count).trimmed)
        }
        if let given = request.uri.queryParameters["token"] { found.append(String(given)) }
        return found
    }

    private func cookies(of request: Request) -> [String] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].trimmed == cookie ? parts[1].trimmed : nil
        }
    }

    private static func field(_ name: String, _ request: Request) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }

    /// The host without its port.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
