import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialWidgets
import Synchronization

/// Handles the requests of displays that fetch their pictures by TRMNL's protocol: setup, display, pictures and logs.
struct DisplayResponder: Sendable {
    /// The path prefix of the protocol.
    static let prefix = "/api/"
    /// The maximum size of a log, in bytes.
    private static let maximumLog = 64 << 10
    /// The sleep time of a display that is not configured, in seconds.
    private static let strangersSleep = 300

    private let supplier: any WidgetSupplier
    private let store: DisplayStore
    private let screens: DisplayScreens
    private let notices: DisplayNotices
    private let told = AnnouncedPictures()
    /// Limits the lines in the log about unknown displays.
    private let lines = StrangerRate()

    init(supplier: any WidgetSupplier, store: DisplayStore, screens: DisplayScreens, notices: DisplayNotices) {
        self.supplier = supplier
        self.store = store
        self.screens = screens
        self.notices = notices
    }

    /// The response for a path that begins with ``prefix``.
    func respond(to request: Request, from client: Connections.Client, _ logger: Logger) async throws -> Response {
        let parts = request.uri.path.dropFirst(Self.prefix.count).split(separator: "/").map(String.init)
        switch (parts.first, parts.count, request.method) {
        case ("setup", 1, .get): return try await setUp(request, logger)
        case ("display", 1, .get): return try await display(request, client, logger)
        case ("log", 1, .post): return try await log(request, client, logger)
        case ("pictures", 3, .get), ("pictures", 3, .head): return try await picture(parts[1], parts[2], request, client)
        case ("notices", 3, .get), ("notices", 3, .head): return try await notice(parts[1], parts[2], request, client)
        case ("setup", 1, _), ("display", 1, _), ("log", 1, _), ("pictures", 3, _), ("notices", 3, _):
            throw ServeError(.methodNotAllowed, "displays ask for this with another method")
        default: throw ServeError(.notFound, "there is nothing at '\(request.uri.path.oneLine(limit: 80))'")
        }
    }

    /// The id that a display sends; nil if it is missing or invalid.
    private static func id(_ request: Request) -> String? {
        guard let text = field("id", request)?.uppercased(), (1...64).contains(text.utf8.count) else { return nil }
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || ":-_.".utf8.contains($0) } ? text : nil
    }

    private static func field(_ name: String, _ request: Request) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }

    // MARK: Setup

    private func setUp(_ request: Request, _ logger: Logger) async throws -> Response {
        guard let id = Self.id(request) else {
            return Self.json(DisplayAnswer.unknown("a display tells its id in the field ID"), status: .notFound, to: request)
        }
        let plan = try await supplier.displays()
        var record = await store.record(id: id) ?? DisplayRecord(id: id)
        let settings = plan.settings(of: id)
        record.name = settings?.name
        record.report = DisplayReport { Self.field($0, request) }.over(record.report)
        record.seen = Int(saturating: Date.now.timeIntervalSince1970)
        let isNew = await store.record(id: id) == nil
        record = try await store.store(record, known: plan.ids)
        if settings == nil, isNew { logger.notice("a display asks that is not in the configuration", metadata: ["id": "\(id)"]) }
        let message = settings.map { "Welcome, \($0.name)" } ?? "Add the id \(id) to the displays of the configuration"
        // Each firmware reads this BMP during the setup; a display of another size needs a picture of its own.
        let format: PanelFile.Format = record.report.hasStandardSize && record.report.readsGrays != true ? .bmp : .png
        let picture = Self.noticeAddress(settings == nil ? "unknown" : "welcome", id, format, request, plan)
        return Self.json(DisplayAnswer.setup(record, picture: picture, message: message), to: request)
    }

    // MARK: Display

    private func display(_ request: Request, _ client: Connections.Client, _ logger: Logger) async throws -> Response {
        let plan = try await supplier.displays()
        let (id, key) = (Self.id(request), Self.field("access-token", request) ?? "")
        guard var record = await record(key, plan) else {
            guard let id else {
                return Self.json(
                    DisplayAnswer.unknown("this key is not known: set the display up again"), status: .notFound, to: request)
            }
            // A display that is new to this server may have the key of another server.
            let isKnown = await store.record(id: id) != nil || plan.settings(of: id) != nil
            if lines.admits(client.address) {
                logger.notice(
                    isKnown ? "a display asks with a key that is not its own" : "a display asks that is not in the configuration",
                    metadata: ["id": "\(id)"])
            }
            let report = DisplayReport { Self.field($0, request) }.over(await store.record(id: id)?.report ?? DisplayReport())
            return notice(isKnown ? "key" : "unknown", id, report, request, plan)
        }
        client.trust()
        let now = Date.now
        let present = Int(saturating: now.timeIntervalSince1970)
        record.report = DisplayReport { Self.field($0, request) }.over(record.report)
        record.seen = present
        guard let settings = plan.settings(of: record.id) else {
            record.name = nil
            await store(record, plan, logger)
            return notice("unknown", record.id, record.report, request, plan)
        }
        let rules = settings.refresh
        record.wakes = record.wakes.filter { present - $0 < 86_400 }.suffix(rules.wakesPerDay) + [present]
        record.name = settings.name
        let (place, isOfSeveral) = await screens.next(after: record.screen, of: settings.screens, at: now)
        let screen = settings.screens[place]
        record.screen = place
        record.shown = screen.kind
        let (name, drawn): (String, DrawnPicture)
        do {
            drawn = try await screens.picture(screen, device: settings.device, record.report)
            name = record.fileName(of: "\(place) \(screen.kind) \(screen.subject ?? "")", tag: drawn.tag, at: now)
        } catch {
            let failure = error as? ServeError ?? supplier.failure(error)
            logger.warning("a display's picture cannot be drawn", metadata: ["display": "\(settings.name)", "error": "\(failure)"])
            if failure.status == .unavailable, let last = told.last(of: record.pictureKey) {
                (name, drawn) = last
            } else {
                drawn = try await failureNotice(failure, settings, record.report)
                name = record.fileName(of: "failure", tag: drawn.tag, at: now)
            }
        }
        told.record(drawn, name, of: record.pictureKey)
        // Screens rotate at the pace that the battery allows.
        let turn = isOfSeveral ? now.addingTimeInterval(Double(max(rules.least, 86_400 / rules.wakesPerDay) - 1)) : nil
        record.sleep = rules.seconds(
            at: now, nextChange: [turn, drawn.nextChange].compactMap { $0 }.min(),
            wakes: record.wakes.map { Date(timeIntervalSince1970: Double($0)) }, in: plan.zones)
        await store(record, plan, logger)
        let picture =
            Self.address(request, plan) + "/api/pictures/\(record.pictureKey)/\(name).\(drawn.mediaType == "image/bmp" ? "bmp" : "png")"
        return Self.json(DisplayAnswer.display(picture: picture, file: name, sleep: record.sleep), to: request)
    }

    /// The display for a key that this server issued, or that the configuration specifies.
    private func record(_ key: String, _ plan: DisplayPlan) async -> DisplayRecord? {
        if let record = await store.record(key: key) { return record }
        guard !key.isEmpty, let settings = plan.displays.first(where: { $0.key == key }) else { return nil }
        return await store.record(id: settings.id) ?? DisplayRecord(id: settings.id)
    }

    /// Stores the state of a display; a failure is logged, and the display still gets its picture.
    private func store(_ record: DisplayRecord, _ plan: DisplayPlan, _ logger: Logger) async {
        do {
            try await store.store(record, known: plan.ids)
        } catch {
            logger.error("what is known of a display is not kept: \(error)")
        }
    }

    /// The notice for a display whose picture cannot be drawn; in black and white if its device is invalid.
    private func failureNotice(_ failure: ServeError, _ settings: DisplaySettings, _ report: DisplayReport) async throws -> DrawnPicture {
        let notice = DisplayNotice.failure(settings.name, failure.description)
        do {
            return try await notices.picture(notice, look: screens.look(settings.device, report))
        } catch let error as ServeError where error.status == .badRequest {
            return try await notices.picture(notice, look: screens.look(nil, report))
        }
    }

    /// The response to a display that gets a notice with the reason instead of a picture.
    private func notice(_ reason: String, _ id: String, _ report: DisplayReport, _ request: Request, _ plan: DisplayPlan) -> Response {
        let picture = Self.noticeAddress(reason, id, report.readsBitmapsOnly ? .bmp : .png, request, plan)
        let hash = String((reason + id).stableHash & 0xFF_FFFF, radix: 16)
        let name = "subdial" + String(repeating: "0", count: 6 - hash.count) + hash + "-1700000000"
        return Self.json(DisplayAnswer.display(picture: picture, file: name, sleep: Self.strangersSleep), to: request)
    }

    // MARK: Pictures

    /// The picture that was announced to the display, or the screen's current picture if the announcement is too old.
    private func picture(_ key: String, _ file: String, _ request: Request, _ client: Connections.Client) async throws -> Response {
        let plan = try await supplier.displays()
        guard let record = await store.record(pictureKey: key), let settings = plan.settings(of: record.id),
            settings.screens.indices.contains(record.screen)
        else { throw ServeError(.notFound, "there is no display with this picture") }
        client.trust()
        let name = Self.nameAndFormat(file)?.name ?? file
        let drawn: DrawnPicture
        if let known = told.picture(name, of: key) {
            drawn = known
        } else {
            do {
                drawn = try await screens.picture(settings.screens[record.screen], device: settings.device, record.report)
            } catch {
                let failure = error as? ServeError ?? supplier.failure(error)
                drawn = try await failureNotice(failure, settings, record.report)
            }
        }
        return WidgetResponder.response(drawn.bytes, drawn.mediaType, tag: drawn.tag, cacheControl: "private, no-cache", to: request)
    }

    private func notice(_ reason: String, _ file: String, _ request: Request, _ client: Connections.Client) async throws -> Response {
        guard let (id, format) = Self.nameAndFormat(file), let notice = DisplayNotice(reason, id: id.oneLine(limit: 80)) else {
            throw ServeError(.notFound, "there is no such notice")
        }
        let known = await store.record(id: notice.detail)?.report ?? DisplayReport()
        let report = DisplayReport { Self.field($0, request) }.over(known)
        let look = format == .bmp ? .bitmap : screens.look(nil, report)
        let drawn = try await notices.picture(notice, look: look, stranger: client.address)
        return WidgetResponder.response(drawn.bytes, drawn.mediaType, tag: drawn.tag, cacheControl: "no-cache", to: request)
    }

    private static func noticeAddress(
        _ reason: String, _ id: String, _ format: PanelFile.Format, _ request: Request, _ plan: DisplayPlan
    ) -> String {
        "\(address(request, plan))/api/notices/\(reason)/\(id).\(format.rawValue)"
    }

    /// The name of a file, and the format by its ending; nil for another ending.
    private static func nameAndFormat(_ file: String) -> (name: String, format: PanelFile.Format)? {
        PanelFile.Format.allCases.first { file.hasSuffix(".\($0.rawValue)") }.map { (String(file.dropLast($0.rawValue.count + 1)), $0) }
    }

    // MARK: Logs

    private func log(_ request: Request, _ client: Connections.Client, _ logger: Logger) async throws -> Response {
        let key = Self.field("access-token", request) ?? ""
        // Logs of unknown displays are discarded.
        let plan = try await supplier.displays()
        guard let record = await record(key, plan), plan.settings(of: record.id) != nil else { return Response(status: .noContent) }
        client.trust()
        let body = try await request.bytes(upTo: Self.maximumLog, else: "a log has \(Self.maximumLog >> 10) KiB at most")
        let json = try? JSONValue(parsing: body)
        let list = json?["logs"] ?? json?["log"]?["logs_array"]
        if case .array(let lines)? = list {
            for line in lines.prefix(20) {
                let message = (line["message"]?.string ?? line["log_message"]?.string ?? "").oneLine(limit: 80)
                logger.warning("\(record.name ?? record.id): \(message)")
            }
        }
        return Response(status: .noContent)
    }

    // MARK: Answers

    private static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok, to request: Request) -> Response {
        WidgetResponder.response(Array(value.text().utf8), "application/json", cacheControl: "no-store", status: status, to: request)
    }

    /// The base URL at which the display reaches this server.
    private static func address(_ request: Request, _ plan: DisplayPlan) -> String {
        if let address = plan.address { return address }
        let scheme = field("x-forwarded-proto", request) == "https" ? "https" : "http"
        return "\(scheme)://\(request.head.authority ?? "localhost")"
    }
}

/// The JSON responses for the displays' firmware: compact, with numeric values, and without escaped slashes.
enum DisplayAnswer {
    /// The response to `/api/display`.
    ///
    /// Its status is always 0: with other values the firmware shows its own error, polls without end, or resets its settings.
    fileprivate static func display(picture: String, file: String, sleep: Int) -> JSONValue {
        .object([
            JSONMember("status", .integer(0)), JSONMember("image_url", .string(picture)), JSONMember("filename", .string(file)),
            JSONMember("refresh_rate", .integer(Int64(max(1, sleep)))), JSONMember("image_url_timeout", .integer(0)),
            JSONMember("update_firmware", .bool(false)), JSONMember("firmware_url", .string("")),
            JSONMember("reset_firmware", .bool(false)),
            JSONMember("special_function", .string("none")), JSONMember("maximum_compatibility", .bool(false)),
        ])
    }

    /// The response to `/api/setup`.
    fileprivate static func setup(_ record: DisplayRecord, picture: String, message: String) -> JSONValue {
        .object([
            JSONMember("status", .integer(200)), JSONMember("api_key", .string(record.key)),
            JSONMember("friendly_id", .string(record.friendlyID)), JSONMember("image_url", .string(picture)),
            JSONMember("message", .string(message)),
        ])
    }

    /// The response to a display that sends neither a known id nor a known key, with the HTTP status 404.
    fileprivate static func unknown(_ message: String) -> JSONValue {
        .object([JSONMember("status", .integer(404)), JSONMember("message", .string(message))])
    }
}

/// The pictures that were last announced to displays: a name stands for these bytes, regardless of later changes.
final class AnnouncedPictures: Sendable {
    /// The maximum number of pictures per display, and in total.
    private static let (maximumOfOne, maximum) = (2, 256)

    private struct Told {
        let display: String
        let name: String
        let picture: DrawnPicture
    }

    private let told = Mutex<[Told]>([])

    /// The picture with a name; nil if later pictures were announced to the display.
    func picture(_ name: String, of display: String) -> DrawnPicture? {
        told.withLock { told in told.last { $0.display == display && $0.name == name }?.picture }
    }

    /// The name and the picture that were last announced to the display.
    fileprivate func last(of display: String) -> (name: String, picture: DrawnPicture)? {
        told.withLock { told in told.last { $0.display == display }.map { ($0.name, $0.picture) } }
    }

    /// Stores a picture that is announced to a display.
    fileprivate func record(_ picture: DrawnPicture, _ name: String, of display: String) {
        told.withLock { told in
            told.removeAll { $0.display == display && $0.name == name }
            told.append(Told(display: display, name: name, picture: picture))
            let own = told.indices.filter { told[$0].display == display }
            if own.count > Self.maximumOfOne, let first = own.first { told.remove(at: first) }
            if told.count > Self.maximum { told.removeFirst() }
        }
    }
}
