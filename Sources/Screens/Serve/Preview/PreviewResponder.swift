import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialLayout
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Handles requests for the preview's page, its pictures and trees, events, and snapshot cases.
struct PreviewResponder: ClientResponder {
    /// The maximum size of a snapshot case request, in bytes.
    private static let maximumBody = 8192

    let gate: Gate
    let studio: any PreviewStudio
    /// The studio of templates with their supplier; nil for a Swift package, which has no entries, no timeline and no snapshot cases.
    let templates: (studio: PreviewRenderer, supplier: any PreviewSupplier)?
    let events: PreviewEvents
    let version: String

    func respond(to request: Request, from client: Connections.Client, _ logger: Logger) async throws -> Response {
        do {
            return try await answer(request, client)
        } catch let error as CancellationError {
            throw error
        } catch let error as PreviewFailure {
            let body = PreviewDrawing.json(error.problems, revision: await studio.revision)
            return WidgetResponder.response(
                Array((body.text() + "\n").utf8), "application/json", cacheControl: "no-store", status: .unprocessableContent, to: request)
        } catch {
            let failure = failure(error)
            logger.debug("refused", metadata: ["path": "\(request.uri.path.oneLine(limit: 80))", "error": "\(failure)"])
            return WidgetResponder.failure(failure, to: request)
        }
    }

    private func answer(_ request: Request, _ client: Connections.Client) async throws -> Response {
        let name = String(request.uri.path.drop { $0 == "/" })
        if name.isEmpty, request.method == .get, let response = gate.logIn(request) { return response }
        try gate.check(request)
        client.trust()
        if name == "snapshot" {
            guard request.method == .post else { throw WidgetResponder.wrongMethod(request, "POST") }
            return try await addCase(request)
        }
        guard request.method == .get || request.method == .head else { throw WidgetResponder.wrongMethod(request, "GET and HEAD") }
        if let file = PageFile.preview[name] { return WidgetResponder.file(file, isPage: name.isEmpty, to: request) }
        let items = WidgetResponder.items(request)
        switch name {
        case "events": return try events.response(to: request) { await hello }
        case "project.json":
            let facts = await studio.facts
            return WidgetResponder.json(facts.json(version: version, revision: await studio.revision), to: request)
        case "picture.png":
            let drawing = try await studio.drawing(items)
            return WidgetResponder.response(drawing.bytes, "image/png", tag: drawing.tag, cacheControl: "private, no-cache", to: request)
        case "picture.json": return try await told(request) { try await studio.drawing(items).json(revision: $0).text() }
        case "tree.json": return try await told(request) { try await studio.tree(items).answer(revision: $0) }
        default: break
        }
        guard let (studio, supplier) = templates else { throw Self.nothing(request, "/picture.png?picture=NAME") }
        switch name {
        case "timeline.json":
            return try await told(request) { _ in PreviewTimeline(try await studio.context(PreviewRequest(items).entry)).json.text() }
        case "entry.json":
            return WidgetResponder.json(try await studio.preview(PreviewRequest(items), name: nil).entry.json, to: request)
        case "snapshot.json":
            let shown = try await studio.preview(PreviewRequest(items), name: Self.name(items))
            do {
                return WidgetResponder.json(Self.json(try await supplier.snapshotCase(shown), message: nil), to: request)
            } catch {
                return WidgetResponder.json(["ok": false, "error": .string(failure(error).description)], to: request)
            }
        default: throw Self.nothing(request, "/picture.png?family=systemMedium")
        }
    }

    private static func nothing(_ request: Request, _ example: String) -> ServeError {
        ServeError(.notFound, "there is nothing at '\(request.uri.path.oneLine(limit: 80))'; pictures are at \(example)")
    }

    /// The HTTP error for an error of any stage.
    private func failure(_ error: any Error) -> ServeError {
        error as? ServeError ?? templates?.supplier.failure(error) ?? ServeError(.failed, "\(error)")
    }

    /// A JSON response that reports problems in the files as a normal answer.
    private func told(_ request: Request, _ answer: (_ revision: Int) async throws -> String) async throws -> Response {
        let revision = await studio.revision
        do {
            return WidgetResponder.json(text: try await answer(revision), to: request)
        } catch let error as PreviewFailure {
            return WidgetResponder.json(PreviewDrawing.json(error.problems, revision: revision), to: request)
        }
    }

    private var hello: JSONValue {
        get async {
            let building = await studio.facts.building
            return ["revision": .integer(Int64(await studio.revision)), "building": building?.json ?? .null]
        }
    }

    // MARK: Snapshot cases

    private static func name(_ items: [(name: String, value: String)]) -> String? {
        items.last { $0.name == "name" }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    private func addCase(_ request: Request) async throws -> Response {
        guard let (studio, supplier) = templates else {
            throw ServeError(.badRequest, "snapshot cases are for templates; those of a package are its tests")
        }
        // A form of another site can send any text, but not this content type.
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/json" else {
            throw ServeError(.unsupportedMediaType, "a snapshot case is sent with 'Content-Type: application/json'")
        }
        let body = try await request.bytes(
            upTo: Self.maximumBody, else: "a request for a snapshot case has \(Self.maximumBody) bytes at most")
        guard case .object(let members)? = try? JSONValue(parsing: body),
            members.allSatisfy({ $0.value.string != nil })
        else {
            throw ServeError(
                .badRequest, #"a snapshot case is {"name":"NAME","family":"systemMedium","entry":"sample"}, with the look as texts"#)
        }
        let items = members.map { (name: $0.key, value: $0.value.string ?? "") }
        let added = try await supplier.addSnapshotCase(try await studio.preview(PreviewRequest(items), name: Self.name(items)))
        let answer = Self.json(added, message: "'\(added.name)' is in \(added.suite ?? "")")
        return WidgetResponder.response(Array((answer.text() + "\n").utf8), "application/json", cacheControl: "no-store", to: request)
    }

    private static func json(_ snapshot: PreviewCase, message: String?) -> JSONValue {
        .object([
            JSONMember("ok", .bool(true)), JSONMember("name", .string(snapshot.name)), JSONMember("text", .string(snapshot.text)),
            JSONMember("suite", snapshot.suite.map { .string($0) } ?? .null),
            JSONMember("entryFile", snapshot.entryFile.map { .string($0) } ?? .null),
            JSONMember("message", message.map { .string($0) } ?? .null),
        ])
    }
}

/// The time range of the preview's slider.
struct PreviewTimeline {
    /// The minimum and maximum length of the range, in seconds.
    private static let stretch = 60.0...86_400.0
    /// The maximum number of marks.
    private static let maximumMarks = 200

    private let source: PreviewRenderer.EntryContext
    private let now: Date

    init(_ source: PreviewRenderer.EntryContext) {
        self.source = source
        now = source.scene == nil ? source.moment : .now
    }

    /// The moments at which the picture changes: entries, ends of clocks, and the next poll of the source.
    private var marks: [(date: Date, what: String)] {
        var marks = source.timeline.entries.map { ($0.date, Self.title($0)) }
        for (index, entry) in source.timeline.entries.enumerated() {
            let next = source.timeline.entries.dropFirst(index + 1).first?.date
            for (name, clock) in entry.fields.clocks.sorted(by: { $0.key < $1.key }) where clock.rate != 0 {
                guard let bound = clock.rate > 0 ? clock.maximum : clock.minimum else { continue }
                let end = clock.anchor.addingTimeInterval((bound - clock.value) / clock.rate)
                if end > entry.date, next.map({ end < $0 }) ?? true { marks.append((end, "\(name) ends")) }
            }
        }
        if let reload = source.timeline.reloadDate { marks.append((reload, "reload")) }
        return marks.sorted { $0.0 < $1.0 }
    }

    private static func title(_ entry: Entry) -> String {
        guard let moment = entry.nowPlaying else { return entry.freshness == .live ? "entry" : entry.freshness.rawValue }
        return moment.status.rawValue + (moment.track.map { ": \($0.title)" } ?? "")
    }

    /// The range and its marks as JSON.
    fileprivate var json: JSONValue {
        let marks = marks
        let start = min(now, marks.first?.date ?? now)
        let wanted = (marks.last?.date ?? now).timeIntervalSince(start)
        let end = start.addingTimeInterval(min(max(wanted, Self.stretch.lowerBound), Self.stretch.upperBound))
        let shown = marks.filter { $0.date <= end }.prefix(Self.maximumMarks).map { mark in
            JSONValue.object([JSONMember("date", .string(mark.date.iso8601)), JSONMember("what", .string(mark.what))])
        }
        let policy =
            switch source.timeline.policy {
            case .atEnd: "atEnd"
            case .after(let date): "after \(date.iso8601)"
            case .never: "never"
            }
        return .object([
            JSONMember("ok", .bool(true)), JSONMember("isLive", .bool(source.scene != nil)), JSONMember("now", .string(now.iso8601)),
            JSONMember("start", .string(start.iso8601)), JSONMember("end", .string(end.iso8601)), JSONMember("reload", .string(policy)),
            JSONMember("marks", .array(Array(shown))),
        ])
    }
}

/// A request for a picture: an entry and a look.
struct PreviewRequest: Hashable, Sendable {
    let query: PictureQuery
    /// The name of the entry; nil for the initial one.
    let entry: String?

    /// - Throws: ``ServeError`` for an unknown family or an invalid look.
    init(_ items: [(name: String, value: String)]) throws(ServeError) {
        var look = WidgetLook(family: .systemMedium)
        for (name, value) in items where name == LookAxis.family.name {
            guard LookAxis.family.set(.text(value), in: &look) else {
                throw ServeError(
                    .badRequest, "\(name) takes \(LookAxis.family.form.expected ?? ""), not '\(value.oneLine(limit: 80))'")
            }
        }
        entry = items.last { $0.name == "entry" }.flatMap { $0.value.isEmpty ? nil : $0.value }
        query = try PictureQuery(look, items.filter { !["family", "entry", "name"].contains($0.name) })
    }
}
