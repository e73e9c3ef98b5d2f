import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialHTTP
import SubdialKinds
import SubdialTimeline

/// Requests the documents of kinds from web servers.
struct URLReader: Sendable {
    /// The ETag and date of a document, with which the server detects if it has changed.
    struct Validators: Hashable, Sendable, Codable {
        var etag: String?
        var lastModified: String?
        /// A hash of the request that has this document; nil in files of earlier versions.
        var request: UInt64?
    }

    /// The result of a request.
    enum Outcome: Sendable {
        case document(HTTPResponse, Validators)
        /// The previous document is still valid.
        case unchanged
    }

    /// The error of a failed request, with the server's `Retry-After` time.
    struct Failure: Error {
        var error: KindError
        var retryAfter: Double?
    }

    /// Header fields that are never sent to another origin.
    private static let credentials = ["authorization", "proxy-authorization", "cookie"]

    let http: HTTPClient
    let question: URLTransport.Request
    let timeout: Double
    let maximum: Int
    /// The certificates; nil for those of the configuration.
    var certificates: HTTPCertificates?
    /// True for a source, whose keys messages name.
    var isSource = false
    /// True if the URL comes from a document; such a URL must not lead into the local network.
    var isForeign = false

    /// Sends the request.
    func read(_ validators: Validators = Validators()) async throws(Failure) -> Outcome {
        let first: WebURL
        do {
            first = try WebURL(parsing: question.url)
        } catch {
            throw Failure(error: KindError(.source, at: "url", "\(error)", value: masked(question.url)))
        }
        var (url, parsed) = (question.url, first)
        var isOwnNetwork = !isForeign
        for redirects in 0...question.redirects {
            let response = try await send(
                url, isFirstHost: parsed.hasOrigin(of: first), staysOutside: !isOwnNetwork && (isForeign || parsed.host != first.host),
                validators)
            // Only a URL from kind.yaml may lead into the local network, and may redirect within it.
            if redirects == 0, !isForeign { isOwnNetwork = response.address?.isPrivate ?? false }
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
            parsed = next
        }
        throw failure("it redirects in circles", url)
    }

    private func send(
        _ url: String, isFirstHost: Bool, staysOutside: Bool, _ validators: Validators
    ) async throws(Failure) -> HTTPResponse {
        var request = HTTPRequest(url: url, timeout: .seconds(timeout))
        let body = question.body.map { Array($0.utf8) }
        if question.method != "GET" || body != nil { request.method = .other(question.method, body: body ?? []) }
        request.acceptsGzip = true
        request.maximumBody = maximum
        request.maximumRedirects = 0
        request.refusesPrivateAddresses = staysOutside
        request.certificates = certificates
        request.headers = question.headers.filter { isFirstHost || !($0.isSecret || Self.credentials.contains($0.name.lowercased())) }.map {
            HTTPHead.Field(name: $0.name, value: $0.value)
        }
        if question.method == "GET" {
            if let etag = validators.etag { request.headers.append(HTTPHead.Field(name: "If-None-Match", value: etag)) }
            if let date = validators.lastModified { request.headers.append(HTTPHead.Field(name: "If-Modified-Since", value: date)) }
        }
        do {
            return try await http.send(request)
        } catch .privateAddress(let host) {
            throw failure("it leads into one's own network, which only an address in kind.yaml may name", host)
        } catch {
            throw Failure(
                error: KindError(
                    .source, at: "url", "\(error)\(isSource ? Self.remedy(of: error) : "")", value: masked(url), isUnreachable: true))
        }
    }

    private func outcome(of response: HTTPResponse) throws(Failure) -> Outcome {
        if response.status == 304 { return .unchanged }
        guard question.statuses.contains(response.status) else {
            let body = String(decoding: response.body.prefix(400), as: UTF8.self)
            throw Failure(
                error: KindError(
                    .source, at: "url", "the server answered \(response.status)", value: masked(body), isUnreachable: response.status >= 500
                ),
                retryAfter: Self.retryAfter(response.head["Retry-After"], at: .now))
        }
        return .document(
            response,
            Validators(etag: response.head["ETag"], lastModified: response.head["Last-Modified"], request: question.identity))
    }

    /// The key of the source that may help, as the end of a message.
    private static func remedy(of error: HTTPError) -> String {
        switch error {
        case .bodyTooLarge: "; 'maxBytes' of the source permits up to 64 MiB"
        case .tls: "; 'tls' of a source takes 'ca', 'certificate' with 'key', and 'verify'"
        default: ""
        }
    }

    private func failure(_ reason: String, _ value: String) -> Failure {
        Failure(error: KindError(.source, at: "url", reason, value: masked(value)))
    }

    private func masked(_ text: String) -> String { text.striking(question.secrets) }

    /// The seconds of a `Retry-After` field: a number or a date; at most a day.
    static func retryAfter(_ field: String?, at now: Date) -> Double? {
        guard let field else { return nil }
        if let seconds = Double(field), seconds >= 0 { return min(seconds, 86_400) }
        guard let date = date(field) else { return nil }
        return min(max(0, date.timeIntervalSince(now)), 86_400)
    }

    /// Parses a date such as `Wed, 21 Oct 2026 07:28:00 GMT`; nil for any other form.
    private static func date(_ field: String) -> Date? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = field.split(separator: " ")
        guard words.count == 6, let month = months.firstIndex(of: String(words[2])) else { return nil }
        func twoDigits(_ text: some StringProtocol) -> String { text.count == 1 ? "0\(text)" : "\(text)" }
        return Date(iso8601: "\(words[3])-\(twoDigits("\(month + 1)"))-\(twoDigits(words[1]))T\(words[4])Z")
    }
}

extension URLTransport.Request {
    /// A hash of the request, which is equal for equal ones in every run.
    var identity: UInt64 { explanation.joined(separator: "\n").stableHash }
}

extension WebURL {
    /// True if scheme, host and port are equal.
    func hasOrigin(of other: WebURL) -> Bool { scheme == other.scheme && host == other.host && port == other.port }
}
