import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import SubdialWebServer
import SubdialWidgets

/// Handles requests for the page, pictures, their descriptions, events and actions.
struct WidgetResponder: ClientResponder {
    let gate: Gate
    let supplier: any WidgetSupplier
    let showings: FollowedWidgets
    let pictures: PictureStore
    let events: EventStreams
    let displays: DisplayResponder
    let transfer: TransferResponder
    let webhooks: WebhookResponder
    let version: String

    func respond(to request: Request, from client: Connections.Client, _ logger: Logger) async throws -> Response {
        do {
            return try await answer(request, client, logger)
        } catch let error as CancellationError {
            throw error
        } catch {
            let failure = error as? ServeError ?? supplier.failure(error)
            // The path of a webhook contains its secret.
            let path = request.uri.path.hasPrefix(WebhookTransport.prefix) ? WebhookTransport.prefix : request.uri.path
            logger.debug("refused", metadata: ["path": "\(path.oneLine(limit: 80))", "error": "\(failure)"])
            return Self.failure(failure, to: request)
        }
    }

    private func answer(_ request: Request, _ client: Connections.Client, _ logger: Logger) async throws -> Response {
        func isBelow(_ prefix: String) -> Bool { request.uri.path.hasPrefix(prefix) }
        let (isOfDisplay, isOfWebhook) = (isBelow(DisplayResponder.prefix), isBelow(WebhookTransport.prefix))
        if isOfDisplay || isOfWebhook {
            // Displays and webhooks authenticate with their own secrets.
            if gate.token == nil { try gate.check(request) } else { try gate.checkSite(request) }
            return try await isOfDisplay
                ? displays.respond(to: request, from: client, logger) : webhooks.respond(to: request, from: client, logger)
        }
        if isBelow(TransferResponder.prefix) {
            try gate.check(request)
            client.trust()
            return try await transfer.respond(to: request)
        }
        let path = try ServePath(request.uri.path)
        if path == .top(""), request.method == .get, let response = gate.logIn(request) { return response }
        let proof = try gate.check(request, isSigned: isSigned(path, request))
        client.trust()
        if path == .top("actions") {
            guard request.method == .post else { throw Self.wrongMethod(request, "POST") }
            return try await act(request)
        }
        guard request.method == .get || request.method == .head else { throw Self.wrongMethod(request, "GET and HEAD") }
        switch path {
        case .top("events"): return try await events.response(to: request)
        case .top("widgets.json"): return Self.json(try await widgets(), to: request)
        case .top(let name):
            guard let file = PageFile.all[name] else {
                throw ServeError(.notFound, "there is nothing at '\(request.uri.path.oneLine(limit: 80))'")
            }
            return Self.file(file, isPage: name.isEmpty, to: request)
        case .picture(let kind, let look, let format):
            let picture = try await picture(kind, try PictureQuery(look, Self.items(request), format: format), request)
            var answer = Self.response(
                picture.bytes, picture.mediaType, tag: picture.tag, modified: picture.modified, cacheControl: cacheControl, to: request)
            // A page of another site may show the picture if its address proves that the owner put it there.
            if proof == .request { HTTPField.Name("Cross-Origin-Resource-Policy").map { answer.headers[$0] = "cross-origin" } }
            return answer
        case .description(let kind, let look):
            return Self.json(try await picture(kind, try PictureQuery(look, Self.items(request)), request).description, to: request)
        case .entry(let kind):
            let showing = try await showings.showing(FollowedWidgets.Key(kind: kind, subject: Self.subject(request)))
            guard let entry = await showing.moment(within: .seconds(30))?.scene.timeline.entry(at: .now) else {
                throw ServeError(.unavailable, "'\(kind.oneLine(limit: 80))' has no entry now")
            }
            return Self.json(entry.json, to: request)
        }
    }

    /// True for a picture URL with a valid signature by this server's token.
    private func isSigned(_ path: ServePath, _ request: Request) -> Bool {
        guard let token = gate.token, case .picture(let kind, let look, let format) = path,
            request.method == .get || request.method == .head
        else { return false }
        return token.signs(kind: kind, file: "\(look.name).\(format.rawValue)", query: Self.items(request))
    }

    /// Caches must revalidate pictures each time; shared caches may store them only if no token is required.
    private var cacheControl: String { gate.token == nil ? "no-cache" : "private, no-cache" }

    private func picture(_ kind: String, _ query: PictureQuery, _ request: Request) async throws -> DrawnPicture {
        try await pictures.picture(PictureKey(showing: FollowedWidgets.Key(kind: kind, subject: Self.subject(request)), query: query))
    }

    private func act(_ request: Request) async throws -> Response {
        // A form of another site can send any text, but not this content type.
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else {
            throw ServeError(.unsupportedMediaType, "an action is sent with 'Content-Type: application/json'")
        }
        let action = try ActionRequest(
            try await request.bytes(upTo: ActionRequest.maximumBytes, else: "an action has \(ActionRequest.maximumBytes) bytes at most"))
        let source = try await showings.showing(action.showing).source
        let words = try TapIntent.words(action.intent, value: action.value, isPlayback: source.entries.schema == .nowPlaying)
        let message = try await source.entries.perform(words, isClick: false)
        let answer = JSONValue.object([JSONMember("ok", .bool(true)), JSONMember("message", message.map { .string($0) } ?? .null)])
        return Self.response(Array(answer.text().utf8), "application/json", cacheControl: "no-store", to: request)
    }

    private func widgets() async throws -> JSONValue {
        let widgets = try await supplier.listed().map { widget in
            JSONValue.object([
                JSONMember("kind", .string(widget.kind)), JSONMember("title", .string(widget.title)),
                JSONMember("families", .array(widget.families.map { .string($0) })),
                JSONMember("presentations", .array(widget.presentations.map { .string($0) })),
                JSONMember(
                    "subjects",
                    .array(
                        widget.subjects.map {
                            .object([
                                JSONMember("id", .string($0.id)), JSONMember("name", .string($0.name)),
                                JSONMember("isLocked", .bool($0.isLocked)),
                            ])
                        })),
            ])
        }
        return .object([
            JSONMember("version", .string(version)), JSONMember("needsToken", .bool(gate.token != nil)),
            JSONMember("widgets", .array(widgets)),
        ])
    }

    static func wrongMethod(_ request: Request, _ allowed: String) -> ServeError {
        ServeError(
            .methodNotAllowed, "\(request.uri.path.oneLine(limit: 80)) takes \(allowed), not \(request.method.rawValue.oneLine(limit: 80))")
    }

    static func items(_ request: Request) -> [(name: String, value: String)] {
        request.uri.queryParameters.map { (String($0.key), String($0.value)) }
    }

    private static func subject(_ request: Request) -> String? {
        request.uri.queryParameters["subject"].flatMap { $0.isEmpty ? nil : String($0) }
    }
}

extension WidgetResponder {
    /// A response with a body, or without one for `HEAD` and for a client that has the current bytes.
    static func response(
        _ bytes: [UInt8], _ mediaType: String, tag: String? = nil, modified: Date? = nil, cacheControl: String,
        status: HTTPResponse.Status = .ok, to request: Request
    ) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .cacheControl: cacheControl]
        if let tag { headers[.eTag] = tag }
        if let modified { headers[.lastModified] = modified.httpText }
        if status == .ok, let tag, Conditions(request.headers).isFresh(tag: tag, modified: modified) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        guard request.method != .head else {
            return Response(status: status, headers: headers, body: ResponseBody(contentLength: bytes.count) { try await $0.finish(nil) })
        }
        return Response(status: status, headers: headers, body: ResponseBody(sharing: bytes[...]))
    }

    /// A JSON response that clients revalidate each time, and that is sent again only if it has changed.
    static func json(_ value: JSONValue, to request: Request) -> Response { json(text: value.text(), to: request) }

    /// A response with the text of JSON, as that of a value.
    static func json(text: String, to request: Request) -> Response {
        let bytes = Array((text + "\n").utf8)
        return response(bytes, "application/json", tag: bytes.entityTag, cacheControl: "no-cache", to: request)
    }

    static func file(_ file: PageFile, isPage: Bool, to request: Request) -> Response {
        var answer = response(file.bytes, file.mediaType, tag: file.tag, cacheControl: "no-cache", to: request)
        if isPage {
            HTTPField.Name("Content-Security-Policy").map { answer.headers[$0] = PageFile.contentSecurityPolicy }
            HTTPField.Name("Referrer-Policy").map { answer.headers[$0] = "no-referrer" }
        }
        return answer
    }

    /// The response to a failed request: JSON with the reason, or for the page's URL a form for the token.
    static func failure(_ error: ServeError, to request: Request) -> Response {
        let status = HTTPResponse.Status(code: error.status.rawValue)
        if error.status == .unauthorized, request.uri.path == "/" || request.uri.path.isEmpty, request.method == .get {
            var answer = response(Array(logInPage.utf8), "text/html; charset=utf-8", cacheControl: "no-store", status: status, to: request)
            HTTPField.Name("Content-Security-Policy").map { answer.headers[$0] = "default-src 'none'; form-action 'self'" }
            HTTPField.Name("Referrer-Policy").map { answer.headers[$0] = "no-referrer" }
            return answer
        }
        let body = JSONValue.object([JSONMember("ok", .bool(false)), JSONMember("error", .string(error.description))])
        var answer = response(
            Array((body.text() + "\n").utf8), "application/json", cacheControl: "no-store", status: status, to: request)
        switch error.status {
        case .unauthorized: answer.headers[.wwwAuthenticate] = "Bearer realm=\"subdial\""
        case .methodNotAllowed:
            let path = request.uri.path
            answer.headers[.allow] =
                ["/actions", "/log", "/received"].contains(where: path.hasSuffix) || path.hasPrefix(WebhookTransport.prefix)
                ? "POST" : path.hasPrefix(TransferResponder.prefix + "messages/") ? "GET, POST" : "GET, HEAD"
        case .tooManyRequests, .unavailable: answer.headers[.retryAfter] = "1"
        default: break
        }
        return answer
    }

    private static let logInPage = """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>Subdial</title>
        <h1>Subdial</h1>
        <form method="get" action="./">
        <p><label>Token <input name="token" type="password" required autocomplete="current-password" autofocus></label>
        <button>Show the widgets</button></p>
        <p>The token is in the file that the server names when it starts.</p>
        </form>
        </html>

        """
}

/// A requested action of a subject: the body of `POST /actions`.
struct ActionRequest: Sendable {
    /// The maximum size of a body, in bytes.
    fileprivate static let maximumBytes = 4096

    fileprivate let showing: FollowedWidgets.Key
    let intent: String
    /// The numeric argument of the intent; nil for none.
    let value: Double?

    /// - Throws: ``ServeError`` for an invalid body.
    init(_ body: [UInt8]) throws(ServeError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: body)
        } catch {
            throw ServeError(.badRequest, "the body is not JSON: \(error)")
        }
        guard case .object(let members) = json else { throw ServeError(.badRequest, Self.example) }
        let known = ["intent", "kind", "subject", "value"]
        if let other = members.first(where: { !known.contains($0.key) }) {
            throw ServeError(.badRequest, "an action has no '\(other.key.oneLine(limit: 80))'; \(Self.example)")
        }
        guard let kind = json["kind"]?.string, let intent = json["intent"]?.string, !kind.isEmpty, !intent.isEmpty else {
            throw ServeError(.badRequest, Self.example)
        }
        var subject: String?
        switch json["subject"] {
        case nil, .null: break
        case .string(let text): subject = text.isEmpty ? nil : text
        default: throw ServeError(.badRequest, "'subject' is a text; \(Self.example)")
        }
        switch json["value"] {
        case nil, .null: value = nil
        case let number?:
            guard let number = number.number else { throw ServeError(.badRequest, "'value' is a number; \(Self.example)") }
            value = number
        }
        showing = FollowedWidgets.Key(kind: kind, subject: subject)
        self.intent = intent
    }

    private static let example = #"an action is {"kind":"now-playing","subject":"ZONE","intent":"playPause"}, its subject optional"#
}

/// The parsed path of a request: `/`, `/NAME`, or `/KIND/FILE`.
enum ServePath: Hashable {
    /// A file of the page, or one of the server's own endpoints.
    case top(String)
    /// The picture of a kind in the default look of a family, or of a part of a live activity.
    case picture(kind: String, look: WidgetLook, format: PanelFile.Format)
    /// The description of that picture, as JSON.
    case description(kind: String, look: WidgetLook)
    /// The entry of a kind, as JSON.
    case entry(kind: String)

    /// - Parameter path: The percent-encoded path of the request.
    /// - Throws: ``ServeError`` for a path that does not exist.
    init(_ path: String) throws(ServeError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).map { $0.percentDecoded }
        guard path.utf8.first == UInt8(ascii: "/"), parts.count <= 2, !parts.contains(nil) else { throw Self.nothing(path) }
        switch (parts.first ?? "", parts.count) {
        case (let name?, 0), (let name?, 1): self = .top(name)
        case (let kind?, _):
            guard let file = parts[1] else { throw Self.nothing(path) }
            self = try Self.file(file, of: kind, path)
        case (nil, _): throw Self.nothing(path)
        }
    }

    private static func file(_ file: String, of kind: String, _ path: String) throws(ServeError) -> ServePath {
        // The kind's name becomes a folder name.
        guard kind.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }), !kind.hasPrefix("."), kind.utf8.count <= 200
        else { throw nothing(path) }
        if file == "entry.json" { return .entry(kind: kind) }
        guard let dot = file.lastIndex(of: ".") else { throw nothing(path) }
        let (name, ending) = (String(file[..<dot]), file[file.index(after: dot)...])
        let format = PanelFile.Format(rawValue: String(ending))
        guard format != nil || ending == "json" else {
            throw ServeError(
                .notFound,
                "there is no '\(path.oneLine(limit: 80))': pictures end in .png, those of one bit in .bmp too, what goes with them in .json"
            )
        }
        guard let look = WidgetLook(named: name) else {
            let known = WidgetLook.names
            let hint = Suggestion.hint(for: name, among: known)
            throw ServeError(
                .notFound,
                "there is no family '\(name.oneLine(limit: 80))'\(hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint)")
        }
        return format.map { .picture(kind: kind, look: look, format: $0) } ?? .description(kind: kind, look: look)
    }

    private static func nothing(_ path: String) -> ServeError {
        ServeError(.notFound, "there is nothing at '\(path.oneLine(limit: 80))'; pictures are at /KIND/FAMILY.png")
    }
}
