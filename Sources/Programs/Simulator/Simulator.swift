import Glibc
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SubdialGLib
import SubdialSystem
import SubdialWebServer

/// A simulated bridge that speaks either dialect of the bridge's HTTP protocol and plays a scenario.
///
/// It listens on 127.0.0.1 only. Any number of simulators can run in one process.
package struct Simulator: Sendable {
    let stage: SimulatedBridge
    private let dialect: Dialect
    private let port: Int
    private let logger: Logger

    /// Makes a simulator whose scenario starts now; it does not listen yet.
    ///
    /// - Parameters:
    ///   - scenario: The zones, their events and the faults.
    ///   - dialect: The bridge to simulate.
    ///   - port: The port to listen on, or 0 for any free port.
    ///   - speed: The speed of the scenario; nil for the scenario's own.
    ///   - clock: The underlying clock of the scenario, such as a ``SteppedClock``.
    ///   - logger: The logger; nothing is printed.
    package init(
        scenario: Scenario,
        dialect: Dialect = .rust,
        port: Int = 0,
        speed: Double? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger = Logger(label: "simulator", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        self.dialect = dialect
        self.port = port
        self.logger = logger
        let speed = speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? scenario.speed
        stage = SimulatedBridge(scenario: scenario, dialect: dialect, clock: ScriptClock(clock, speed: speed))
    }

    /// Serves until its task is cancelled; call it only once.
    ///
    /// Then all connections are closed, including those that a fault keeps open.
    ///
    /// - Parameter onListening: Called with the port as soon as connections are accepted.
    package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws(SimulatorError) {
        let responder = BridgeResponder(stage: stage, dialect: dialect, logger: logger)
        do {
            try await WebServer(host: "127.0.0.1", port: port, logger: logger).run(
                { try await responder.respond(to: $0, by: $1) }, channel: { HTTP1Channel(responder: $0) }, onListening: onListening,
                onEnding: { [stage] in await stage.close() })
        } catch {
            await stage.close()
            let reason = (error as? IOError).map { SystemError(code: $0.errnoCode).description }
            throw .cannotListen(port: port, reason: reason ?? "\(error)")
        }
        await stage.close()
    }
}

/// Responds to requests as the bridge does, or with a fault.
struct BridgeResponder: Sendable {
    /// The maximum size of a request body in bytes, as in the bridge.
    private static let bodyLimit = 2 * 1024 * 1024

    let stage: SimulatedBridge
    let dialect: Dialect
    let logger: Logger

    func respond(to request: Request, by connection: any Channel) async throws -> Response {
        if request.method == .options { return preflight }
        guard let endpoint = Endpoint(path: request.uri.path, dialect: dialect) else { return response(notFound(request)) }
        let fault = await stage.fault(at: endpoint)
        if let fault { logger.debug("fault", metadata: ["endpoint": "\(endpoint)", "kind": "\(fault)"]) }
        let wrecker = FaultInjector(clock: stage.clock)
        try await wrecker.before(fault, request: request, channel: connection)
        if case .status(let code) = fault {
            return response(.json(["error": .string("simulated failure \(code)")], status: code))
        }
        if endpoint == .events, request.method == .get { return wrecker.wreck(events(request), by: fault) }
        let reply = try await reply(to: endpoint, request)
        return wrecker.wreck(reply, by: fault, response: response)
    }

    private func reply(to endpoint: Endpoint, _ request: Request) async throws -> Reply {
        switch (endpoint, request.method) {
        case (.control, .post):
            guard let body = try? await request.body.collect(upTo: Self.bodyLimit) else {
                return .text("length limit exceeded", status: 413)
            }
            return await stage.control(Array(body.readableBytesView), contentType: request.headers[.contentType])
        case (_, .get), (_, .head):
            let query = Query(request.uri.queryParameters)
            return await stage.reply(to: endpoint, query, knob: knob(request, query)) ?? notFound(request)
        default:
            return dialect == .rust ? .empty(405) : notFound(request)
        }
    }

    /// The client's device name, if it sends one; a header takes precedence over the query.
    private func knob(_ request: Request, _ query: Query) -> String? {
        for name in ["x-knob-id", "x-device-id"] {
            if let knob = HTTPField.Name(name).flatMap({ request.headers[$0] }) { return knob }
        }
        return query["knob_id"]
    }

    private func notFound(_ request: Request) -> Reply {
        switch dialect {
        case .rust: .empty(404)
        case .node where request.uri.path == "/" && request.method == .get: .empty(302, headers: [("location", "/control")])
        case .node:
            .html(
                "<!DOCTYPE html><html><body><pre>Cannot \(request.method.rawValue) this path</pre></body></html>",
                status: 404
            )
        }
    }

    /// The answer to a browser that asks what another origin may do: all.
    private var preflight: Response {
        var headers: HTTPFields = [.accessControlAllowOrigin: "*", .accessControlAllowHeaders: "*"]
        headers[.accessControlAllowMethods] = dialect == .rust ? "*" : "GET,HEAD,PUT,PATCH,POST,DELETE"
        return Response(status: dialect == .rust ? .ok : .noContent, headers: headers)
    }

    private func events(_ request: Request) -> Response {
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache"]
        headers[.accessControlAllowOrigin] = "*"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [stage] writer in
                let (id, frames, end) = await stage.listen()
                do {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        for await frame in frames { try await writer.write(ByteBuffer(string: frame)) }
                    } onInboundClosed: {
                        end()
                    }
                } catch {
                    await stage.leave(id)
                    throw error
                }
                await stage.leave(id)
                try await writer.finish(nil)
            }
        )
    }

    /// The response for a reply without a fault.
    private func response(_ reply: Reply) -> Response {
        var headers: HTTPFields = [.accessControlAllowOrigin: "*"]
        for (name, value) in reply.headers { HTTPField.Name(name).map { headers[$0] = value } }
        let bytes: [UInt8]
        switch reply.body {
        case .json(let json):
            bytes = json.wireBytes
            headers[.contentType] = dialect == .rust ? "application/json" : "application/json; charset=utf-8"
        case .bytes(let body, let type):
            bytes = body
            if !type.isEmpty { headers[.contentType] = type }
        }
        if dialect == .node {
            headers[.eTag] = "W/\"\(String(bytes.count, radix: 16))-\(SHA256.hex(bytes, digits: 27))\""
            HTTPField.Name("x-powered-by").map { headers[$0] = "Express" }
        }
        return Response(
            status: HTTPResponse.Status(code: reply.status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}

/// Applies faults to responses and connections.
struct FaultInjector: Sendable {
    /// The connection was closed on purpose, and no response can be sent.
    struct Broken: Error {}

    let clock: ScriptClock

    /// Applies a fault that acts before there is a response.
    fileprivate func before(_ fault: Fault.Kind?, request: Request, channel: any Channel) async throws {
        switch fault {
        case .latency(let delay):
            try await clock.pause(for: delay)
        case .timeout:
            // Until the client disconnects or the simulator ends.
            _ = try? await request.body.consumeWithCancellationOnInboundClose { _ in try await Task.sleep(for: .seconds(86_400)) }
            channel.close(promise: nil)
            throw Broken()
        case .reset:
            // With a linger time of zero, closing sends an RST instead of a FIN.
            if let socket = channel as? any SocketOptionProvider {
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
            throw Broken()
        default:
            return
        }
    }

    /// Applies a fault to a reply; `response` makes the response without a fault.
    fileprivate func wreck(_ reply: Reply, by fault: Fault.Kind?, response: (Reply) -> Response) -> Response {
        switch fault {
        case .invalidJSON:
            guard case .json(let json) = reply.body else { return response(reply) }
            var broken = reply
            let bytes = json.wireBytes
            broken.body = .bytes(Array(bytes.prefix(bytes.count / 2)), type: "application/json")
            return response(broken)
        case .wrongTypes(let types):
            guard case .json(let json) = reply.body else { return response(reply) }
            var wrong = reply
            wrong.body = .json(json.mistyped(types))
            return response(wrong)
        case .corruptJPEG:
            return response(Reply(status: 200, body: .bytes(Self.corruptJPEG, type: "image/jpeg")))
        case .hugeBody(let size):
            var whole = response(reply)
            whole.body = Self.hugeBody(size, isPicture: whole.headers[.contentType]?.hasPrefix("image/") == true)
            return whole
        default:
            return wreck(response(reply), by: fault)
        }
    }

    /// Applies a fault to the framing of a response, whatever its contents.
    fileprivate func wreck(_ response: Response, by fault: Fault.Kind?) -> Response {
        var response = response
        let body = response.body
        switch fault {
        case .truncated:
            response.body = Self.rewritten(body) { bytes, writer in
                try await writer.write(bytes.getSlice(at: bytes.readerIndex, length: bytes.readableBytes / 2) ?? ByteBuffer())
                throw Broken()
            }
        case .slowDrip(let interval):
            response.body = Self.rewritten(body) { [clock] bytes, writer in
                for byte in bytes.readableBytesView {
                    try await writer.write(ByteBuffer(bytes: [byte]))
                    try await clock.pause(for: interval)
                }
            }
        case .contentType(let type):
            response.headers[.contentType] = type
        case .hugeHeaders(let size):
            let line = 8000
            for index in 0..<(size + line - 1) / line {
                guard let name = HTTPField.Name("x-padding-\(index)") else { continue }
                response.headers[name] = String(repeating: "x", count: min(line, size - index * line))
            }
        default:
            break
        }
        return response
    }

    /// A body of the same length that is written differently.
    ///
    /// A stream is returned unchanged.
    private static func rewritten(
        _ body: ResponseBody, _ write: @escaping @Sendable (ByteBuffer, inout any ResponseBodyWriter) async throws -> Void
    ) -> ResponseBody {
        guard let length = body.contentLength else { return body }
        return ResponseBody(contentLength: length) { writer in
            let collector = Collector()
            try await body.write(collector)
            try await write(collector.bytes, &writer)
            try await writer.finish(nil)
        }
    }

    /// A body of `size` bytes that is streamed from a small buffer: JSON text of mostly spaces, or a picture of mostly noise.
    private static func hugeBody(_ size: Int, isPicture: Bool) -> ResponseBody {
        ResponseBody(contentLength: size) { writer in
            let chunk = ByteBuffer(repeating: isPicture ? 0xA5 : UInt8(ascii: " "), count: 64 * 1024)
            let head = isPicture ? Array(corruptJPEG.prefix(20)) : Array("{\"zones\":[".utf8)
            let tail = isPicture ? [] : Array("]}".utf8)
            var left = size - head.count - tail.count
            guard left >= 0 else { return try await writer.finish(nil) }
            try await writer.write(ByteBuffer(bytes: head))
            while left > 0 {
                try await writer.write(left >= chunk.readableBytes ? chunk : ByteBuffer(repeating: UInt8(ascii: " "), count: left))
                left -= min(left, chunk.readableBytes)
            }
            try await writer.write(ByteBuffer(bytes: tail))
            try await writer.finish(nil)
        }
    }

    /// A JFIF header followed by random bytes.
    private static let corruptJPEG: [UInt8] = {
        var bytes: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x48, 0x00, 0x48, 0, 0,
        ]
        var random = SplitMix64(seed: 1)
        for _ in 0..<512 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
        return bytes
    }()
}

/// Collects the bytes of a response body.
private final class Collector: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws {
        var buffer = buffer
        bytes.writeBuffer(&buffer)
    }

    func finish(_: HTTPFields?) async throws {}
}
