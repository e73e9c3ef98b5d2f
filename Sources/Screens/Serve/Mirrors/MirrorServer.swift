import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialHTTP
import SubdialSystem

/// The HTTP client for a mirror's server.
struct MirrorServer: Sendable {
    /// The timeout of a request with a short response.
    private static let patience = Duration.seconds(30)
    /// The maximum time without a byte of a response.
    private static let silence = Duration.seconds(45)

    /// The base URL, without a trailing slash.
    let address: String
    private let token: String?
    private let http: HTTPClient

    /// - Parameters:
    ///   - address: A URL such as `http://nas.local:8380`, optionally with a path prefix.
    ///   - token: The token that the server requires; nil for none.
    /// - Throws: ``MirrorError/address(_:reason:)``, or ``MirrorError/unreachable(_:reason:)`` if libcurl cannot be loaded.
    init(_ address: String, token: String?) throws(MirrorError) {
        var plain = address
        while plain.hasSuffix("/") { plain.removeLast() }
        do throws(HTTPError) {
            let url = try WebURL(parsing: plain)
            guard !url.hasQuery, !url.hasFragment, url.user == nil else {
                throw .badURL("it has a query, a fragment or a user; a token is given by --token-file")
            }
        } catch {
            if case .noLibrary = error { throw .unreachable(address.oneLine(limit: 120), reason: "\(error)") }
            throw .address(address.oneLine(limit: 120), reason: "\(error)")
        }
        self.address = plain
        self.token = token
        http = HTTPClient()
    }

    private func request(_ method: HTTPRequest.Method = .get, _ path: String, timeout: Duration?) -> HTTPRequest {
        var request = HTTPRequest(method, url: address + path, timeout: timeout)
        request.connectTimeout = .seconds(10)
        request.idleTimeout = Self.silence
        // A redirect would send the token to another place.
        request.maximumRedirects = 0
        if let token { request.headers.append(.init(name: "Authorization", value: "Bearer \(token)")) }
        return request
    }

    private func unreachable(_ reason: String) -> MirrorError { .unreachable(address, reason: reason) }

    /// The error for an unsuccessful status.
    private func failure(_ status: Int, _ body: [UInt8]) -> MirrorError {
        let said = (try? JSONValue(parsing: body))?["error"]?.string.map { ": \($0.oneLine(limit: 120))" } ?? ""
        return switch status {
        case 401: .refused(address, reason: token == nil ? "a token is needed: --token-file FILE" : "the token is wrong")
        case 403: .refused(address, reason: "the server refuses\(said)")
        case 400: .context("the server does not take the question\(said)")
        case 404:
            .unreachable(address, reason: said.isEmpty ? "no 'subdial serve' of this version answers there" : String(said.dropFirst(2)))
        default: unreachable("the server answers with \(status)\(said)")
        }
    }

    // MARK: Context

    /// The context of some kinds.
    ///
    /// - Parameter kinds: The kinds; empty for those that the server shows.
    func context(of kinds: [String], hasFonts: Bool) async throws(MirrorError) -> [UInt8] {
        var query = kinds.isEmpty ? "" : "?kinds=" + kinds.map(\.percentEncoded).joined(separator: ",")
        if !hasFonts { query += (query.isEmpty ? "?" : "&") + "fonts=0" }
        // The server hashes all fonts for the first request, which takes long.
        var request = request(.get, "/transfer/context.json" + query, timeout: .seconds(120))
        request.maximumBody = MirrorContext.maximumBytes
        request.acceptsGzip = true
        let response = try await send(request)
        guard response.status == 200 else { throw failure(response.status, response.body) }
        return response.body
    }

    private func send(_ request: HTTPRequest) async throws(MirrorError) -> HTTPResponse {
        do {
            return try await http.send(request)
        } catch {
            switch error {
            case .bodyTooLarge, .headersTooLarge: throw .context("\(error)")
            default: throw unreachable("\(error)")
            }
        }
    }

    // MARK: Files

    /// Starts to download a file.
    ///
    /// - Parameter start: The offset of the first byte to request.
    func file(_ address: String, from start: Int) async throws(MirrorError) -> HTTPStream {
        var request = request(.get, "/transfer/files/\(address)", timeout: nil)
        if start > 0 {
            request.headers.append(.init(name: "Range", value: "bytes=\(start)-"))
            request.headers.append(.init(name: "If-Range", value: "\"\(address)\""))
        }
        do {
            return try await http.stream(request)
        } catch {
            throw unreachable("\(error)")
        }
    }

    /// The error for a response that is not a file.
    func failure(_ head: HTTPHead) -> MirrorError { failure(head.status, []) }

    // MARK: Events

    /// The stream of changes.
    func events(of kinds: [String]) async throws(MirrorError) -> HTTPStream {
        let query = kinds.isEmpty ? "" : "?kinds=" + kinds.map(\.percentEncoded).joined(separator: ",")
        var request = request(.get, "/events" + query, timeout: nil)
        request.accept = "text/event-stream"
        let stream: HTTPStream
        do {
            stream = try await http.stream(request)
        } catch {
            throw unreachable("\(error)")
        }
        guard stream.head.status == 200 else { throw failure(stream.head) }
        guard stream.head.mediaType == "text/event-stream" else { throw unreachable("what answers there tells no changes") }
        return stream
    }

    // MARK: Messages

    /// A batch of messages from a queue.
    struct Batch: Sendable {
        let queue: String
        let messages: [(number: Int, message: JSONValue)]
    }

    /// The messages after a number.
    ///
    /// - Parameter wait: The time in seconds for which the server waits for a message.
    func messages(for name: String, after number: Int, queue: String, wait: Int) async throws(MirrorError) -> Batch {
        let path = "/transfer/messages/\(name)?after=\(number)&wait=\(wait)&queue=\(queue.percentEncoded)"
        var request = request(.get, path, timeout: .seconds(wait) + Self.patience)
        request.maximumBody = 4 << 20
        let response = try await send(request)
        guard response.status == 200 else { throw failure(response.status, response.body) }
        guard let json = try? JSONValue(parsing: response.body), let queue = json["queue"]?.string, queue.utf8.count <= 64,
            case .array(let items)? = json["messages"]
        else { throw .context("the answer with the messages is none") }
        var messages: [(number: Int, message: JSONValue)] = []
        for item in items {
            guard case .integer(let number)? = item["number"], number > 0, let message = item["message"],
                number > messages.last?.number ?? 0
            else { throw .context("the answer with the messages is none") }
            messages.append((Int(number), message))
        }
        return Batch(queue: queue, messages: messages)
    }

    /// Confirms that all messages up to a number were received.
    func confirm(through number: Int, for name: String, queue: String) async throws(MirrorError) {
        let body = JSONValue.object([JSONMember("through", .integer(Int64(number))), JSONMember("queue", .string(queue))])
        let request = request(
            .post(body: Array(body.text().utf8), contentType: "application/json"), "/transfer/messages/\(name)/received",
            timeout: Self.patience)
        let response = try await send(request)
        // The messages of another queue are fetched from its start.
        guard response.status == 200 || response.status == 400 else { throw failure(response.status, response.body) }
    }
}
