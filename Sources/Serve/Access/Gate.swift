import HTTPTypes
import Hummingbird

/// The check of who asks.
struct Gate: Sendable {
    /// nil where only this machine can connect, and nothing is asked for.
    let token: AccessToken?
    /// Where clients reach the server through a proxy, as the configuration has it; nil for no other place.
    var site: Site?

    /// The name of the cookie that browsers keep the token in: two servers of one machine share their cookies.
    var cookie = "subdial-token"

    /// The start of an address: `https://panels.example`.
    struct Site: Hashable, Sendable {
        /// The scheme, and the host with the port where it is not the usual one: what a browser sends as `Origin`, in lower case.
        let origin: String
        /// The host without the port, in lower case.
        let host: String

        /// nil for a text that is no address.
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

    /// Lets a request pass, or not.
    ///
    /// - Throws: ``ServeError`` for a wrong token, and without one for a name of this machine that another may have given it.
    func check(_ request: Request) throws(ServeError) {
        guard let token else {
            // A page of another site can have its own name lead to 127.0.0.1; what it sends is that name.
            let host = Self.host(of: request.head.authority ?? "")
            guard ListenAddress.isLoopback(host) || host.lowercased() == site?.host else {
                throw ServeError(
                    .forbidden,
                    "'\(host.shown)' is not a loopback name: ask for 127.0.0.1 or localhost, name it as 'serve: { url: … }', or start "
                        + "with --token-file")
            }
            return
        }
        guard tokens(of: request).contains(where: token.matches) else {
            throw ServeError(.unauthorized, "a token is needed: as 'Authorization: Bearer TOKEN', or as ?token=TOKEN")
        }
    }

    /// Lets a request pass that changes something: only what comes from the server's own page, or from no page at all.
    func checkOrigin(_ request: Request) throws(ServeError) {
        let fetch = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if let fetch, fetch != "same-origin", fetch != "none" {
            throw ServeError(.forbidden, "a page of another site asks; only the server's own may")
        }
        guard let origin = request.headers[.origin] else { return }
        // A proxy may send a name of its own on: the page's is the one that the configuration tells.
        if origin.lowercased() == site?.origin { return }
        // Behind other proxies the scheme is another, the name is not.
        let sent = origin.split(separator: "/").last.map { String($0).lowercased() }
        guard sent == request.head.authority?.lowercased() else {
            throw ServeError(.forbidden, "the page of '\(origin.shown)' asks; only the server's own may")
        }
    }

    /// The token that an address carries, where it is the right one.
    func token(inAddressOf request: Request) -> AccessToken? {
        guard let token, let given = request.uri.queryParameters["token"], token.matches(String(given)) else { return nil }
        return token
    }

    /// The answer to an address of the page with the right token in it: the browser keeps it, and the address loses it.
    func logIn(_ request: Request) -> Response? {
        guard let token = token(inAddressOf: request) else { return nil }
        let isSecure = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] } == "https"
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
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].trimmed == cookie { found.append(parts[1].trimmed) }
            }
        }
        if let given = request.uri.queryParameters["token"] { found.append(String(given)) }
        return found
    }

    /// The host without its port.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}

extension StringProtocol {
    /// The text without blanks at either side.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
