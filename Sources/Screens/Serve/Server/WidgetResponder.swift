import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialTimeline

/// Handles requests for the page, pictures, their descriptions, events and actions.
struct WidgetResponder: HTTPResponder {
    let gate: Gate
    let supplier: any WidgetSupplier
    let showings: Showings
    let pictures: PictureStore
    let events: EventStreams
    let displays: DisplayResponder
    let transfer: TransferResponder
    let version: String

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        do {
            return try await answer(request, context)
        } catch let error as CancellationError {
            throw error
        } catch {
            let failure = error as? ServeError ?? supplier.failure(error)
            context.logger.debug("refused", metadata: ["path": "\(request.uri.path.oneLine(limit: 80))", "error": "\(failure)"])
            return Self.failure(failure, to: request)
        }
    }

    private func answer(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        // Displays authenticate with their own keys.
        if request.uri.path.hasPrefix(DisplayResponder.prefix) {
            if gate.token == nil { try gate.check(request) }
            return try await displays.respond(to: request, context.logger)
        }
        if request.uri.path.hasPrefix(TransferResponder.prefix) {
            try gate.check(request)
            return try await transfer.respond(to: request, gate)
        }
        let path = try ServePath(request.uri.path)
        if path == .top(""), request.method == .get, let response = gate.logIn(request) { return response }
        if !isSigned(path, request) { try gate.check(request) }
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
        case .picture(let kind, let family, let format):
            let picture = try await picture(kind, try PictureQuery(family, Self.items(request), format: format), request)
            return Self.response(
                picture.bytes, picture.mediaType, tag: picture.tag, modified: picture.modified, cacheControl: cacheControl, to: request)
        case .description(let kind, let family):
            return Self.json(try await picture(kind, try PictureQuery(family, Self.items(request)), request).description, to: request)
        case .entry(let kind):
            let showing = try await showings.showing(Showings.Key(kind: kind, subject: Self.subject(request)))
            guard let entry = await showing.moment(within: .seconds(30))?.scene.timeline.entry(at: .now) else {
                throw ServeError(.unavailable, "'\(kind.oneLine(limit: 80))' has no entry now")
            }
            return Self.json(entry.json, to: request)
        }
    }

    /// True for a picture URL with a valid signature by this server's token.
    private func isSigned(_ path: ServePath, _ request: Request) -> Bool {
        guard let token = gate.token, case .picture(let kind, let family, let format) = path,
            request.method == .get || request.method == .head
        else { return false }
        return token.signs(kind: kind, file: "\(family.rawValue).\(format.rawValue)", query: Self.items(request))
    }

    /// Caches must revalidate pictures each time; shared caches may store them only if no token is required.
    private var cacheControl: String { gate.token == nil ? "no-cache" : "private, no-cache" }

    private func picture(_ kind: String, _ query: PictureQuery, _ request: Request) async throws -> DrawnPicture {
        try await pictures.picture(PictureKey(showing: Showings.Key(kind: kind, subject: Self.subject(request)), query: query))
    }

    private func act(_ request: Request) async throws -> Response {
        try gate.checkOrigin(request)
        // A form of another site can send any text, but not this content type.
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else {
            throw ServeError(.unsupportedMediaType, "an action is sent with 'Content-Type: application/json'")
        }
        guard let body = try? await request.body.collect(upTo: ActionRequest.maximumBytes) else {
            throw ServeError(.contentTooLarge, "an action has \(ActionRequest.maximumBytes) bytes at most")
        }
        let action = try ActionRequest(Array(body.readableBytesView))
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
