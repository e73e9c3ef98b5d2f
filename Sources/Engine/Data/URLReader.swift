import FoundationEssentials
import Glibc
import HTTP
import Kinds
import Timeline

/// Asks web servers for the documents of kinds.
struct URLReader: Sendable {
    /// ETag and date of a document, by which its server tells whether it still holds.
    struct Validators: Hashable, Sendable, Codable {
        var etag: String?
        var lastModified: String?
    }

    /// The answer to a question.
    enum Outcome: Sendable {
        case document([UInt8], Validators)
        /// The document before still holds.
        case unchanged
    }

    /// Why there is no document, and how long the server wants to be left alone.
    struct Failure: Error {
        var error: KindError
        var retryAfter: Double?
    }

    /// Header fields that no other origin sees, whoever wrote them.
    private static let credentials = ["authorization", "proxy-authorization", "cookie"]

    let http: HTTPClient
    let question: ResolvedRequest.URLQuestion
    let timeout: Double
    let maximum: Int

    /// Asks the server.
    func read(_ validators: Validators = Validators()) async throws(Failure) -> Outcome {
        let first: WebURL
        do {
            first = try WebURL(parsing: question.url)
        } catch {
            throw Failure(error: KindError(.source, at: "url", "\(error)", value: shown(question.url)))
        }
        var (url, parsed) = (question.url, first)
        for redirects in 0...question.redirects {
            let response = try await send(url, isFirstHost: parsed.hasOrigin(of: first), validators)
            guard (301...308).contains(response.status), response.status != 304, let location = response.head["Location"] else {
                return try outcome(of: response)
            }
            guard redirects < question.redirects else {
                throw failure("it redirects more than \(question.redirects) times", url)
            }
            guard question.method == "GET" else { throw failure("it redirects a \(question.method), which is not sent again", url) }
            let next: WebURL
            do {
                (url, next) = try WebURL.resolving(location, against: url)
            } catch {
                throw failure("it redirects to what is no address: \(error)", location)
            }
            if !next.hasOrigin(of: first) {
                guard !question.hasSecretOutsideHeaders else {
                    throw failure("it redirects to another host, which must not see the secret in the address", "\(next.host)")
                }
                guard first.scheme == "http" || next.scheme == "https" else {
                    throw failure("it redirects from https to http", "\(next.host)")
                }
            }
            if next.host != first.host {
                // Only an address that is written in kind.yaml may lead into one's own network.
                if await PrivateAddresses.has(next.host), !(await PrivateAddresses.has(first.host)) {
                    throw failure("it redirects into the own network, which only an address in kind.yaml may name", "\(next.host)")
                }
            }
            parsed = next
        }
        throw failure("it redirects in circles", url)
    }

    private func send(_ url: String, isFirstHost: Bool, _ validators: Validators) async throws(Failure) -> HTTPResponse {
        var request = HTTPRequest(url: url, timeout: .seconds(timeout))
        let body = question.body.map { Array($0.utf8) }
        if question.method != "GET" || body != nil { request.method = .other(question.method, body: body ?? []) }
        request.acceptsGzip = true
        request.maximumBody = maximum
        request.maximumRedirects = 0
        request.headers = question.headers.filter { isFirstHost || !($0.isSecret || Self.credentials.contains($0.name.lowercased())) }.map {
            HTTPHead.Field(name: $0.name, value: $0.value)
        }
        if body != nil, !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            request.headers.append(HTTPHead.Field(name: "Content-Type", value: "application/json"))
        }
        if question.method == "GET" {
            if let etag = validators.etag { request.headers.append(HTTPHead.Field(name: "If-None-Match", value: etag)) }
            if let date = validators.lastModified { request.headers.append(HTTPHead.Field(name: "If-Modified-Since", value: date)) }
        }
        do {
            return try await http.send(request)
        } catch {
            throw Failure(error: KindError(.source, at: "url", "\(error)", value: shown(url), isUnreachable: true))
        }
    }

    private func outcome(of response: HTTPResponse) throws(Failure) -> Outcome {
        if response.status == 304 { return .unchanged }
        guard question.statuses.contains(response.status) else {
            let body = String(decoding: response.body.prefix(400), as: UTF8.self)
            throw Failure(
                error: KindError(
                    .source, at: "url", "the server answered \(response.status)", value: shown(body), isUnreachable: response.status >= 500),
                retryAfter: Self.retryAfter(response.head["Retry-After"], at: .now))
        }
        return .document(
            response.body, Validators(etag: response.head["ETag"], lastModified: response.head["Last-Modified"]))
    }

    private func failure(_ reason: String, _ value: String) -> Failure {
        Failure(error: KindError(.source, at: "url", reason, value: shown(value)))
    }

    private func shown(_ text: String) -> String { text.striking(question.secrets) }

    /// Seconds of `Retry-After`: a number, or a date; a day at most.
    static func retryAfter(_ field: String?, at now: Date) -> Double? {
        guard let field else { return nil }
        if let seconds = Double(field), seconds >= 0 { return min(seconds, 86_400) }
        guard let date = date(field) else { return nil }
        return min(max(0, date.timeIntervalSince(now)), 86_400)
    }

    /// The date of `Wed, 21 Oct 2026 07:28:00 GMT`; nil for any other form.
    private static func date(_ field: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = field.split(separator: " ")
        guard words.count == 6, let month = months.firstIndex(of: String(words[2])) else { return nil }
        func twoDigits(_ text: some StringProtocol) -> String { text.count == 1 ? "0\(text)" : "\(text)" }
        return Date(iso8601: "\(words[3])-\(twoDigits("\(month + 1)"))-\(twoDigits(words[1]))T\(words[4])Z")
    }
}

/// The addresses of one's own network.
enum PrivateAddresses {
    /// True where a host has an address of this machine or of its own network.
    static func has(_ host: String) async -> Bool {
        let lane = WorkLane()
        let name = host.lowercased()
        if name.hasSuffix(".localhost") || name.hasSuffix(".localhost.") { return true }
        return await lane.value {
            let found = addresses(of: host)
            // A name that is not known here may be known to whoever asks next.
            return found.isEmpty || found.contains(where: isPrivate)
        } ?? true
    }

    private static func addresses(of host: String) -> [[UInt8]] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = list
        while let info = next {
            next = info.pointee.ai_next
            guard let address = info.pointee.ai_addr else { continue }
            if info.pointee.ai_family == AF_INET {
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin_addr) { found.append(Array($0)) }
                }
            } else if info.pointee.ai_family == AF_INET6 {
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                    withUnsafeBytes(of: pointer.pointee.sin6_addr) { found.append(Array($0)) }
                }
            }
        }
        return found
    }

    /// True for loopback, private, link-local, shared and unspecified addresses (RFC 1918, 3927, 4193, 4291, 6598).
    static func isPrivate(_ address: [UInt8]) -> Bool {
        guard address.count == 16 else {
            guard address.count == 4 else { return true }
            let (a, b) = (address[0], address[1])
            return a == 0 || a == 10 || a == 127 || a == 172 && b & 0xF0 == 16 || a == 192 && b == 168 || a == 169 && b == 254
                || a == 100 && b & 0xC0 == 64 || a >= 224
        }
        if address.prefix(10).allSatisfy({ $0 == 0 }), address[10...11].allSatisfy({ $0 == 0xFF }) {
            return isPrivate(Array(address[12...]))
        }
        // IPv4 within IPv6, whichever way it is written.
        if address.prefix(12).allSatisfy({ $0 == 0 }) { return true }
        if address.starts(with: [0x00, 0x64, 0xFF, 0x9B]) { return isPrivate(Array(address[12...])) }
        if address.starts(with: [0x20, 0x02]) { return isPrivate(Array(address[2..<6])) }
        return address[0] & 0xFE == 0xFC || address[0] == 0xFE && address[1] & 0x80 == 0x80 || address[0] == 0xFF
    }
}

extension WebURL {
    /// True for the same scheme, host and port.
    fileprivate func hasOrigin(of other: WebURL) -> Bool { scheme == other.scheme && host == other.host && port == other.port }
}
