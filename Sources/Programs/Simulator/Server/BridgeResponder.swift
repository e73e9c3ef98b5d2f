import HTTPTypes
import Hummingbird
import Logging
import SubdialGLib

/// Responds to requests as the bridge does, or with a fault.
struct BridgeResponder: HTTPResponder {
    /// The maximum size of a request body in bytes, as in the bridge.
    private static let bodyLimit = 2 * 1024 * 1024

    let stage: Stage
    let dialect: Dialect

    func respond(to request: Request, context: BridgeContext) async throws -> Response {
        guard let endpoint = Endpoint(path: request.uri.path, dialect: dialect) else { return response(notFound(request)) }
        let fault = await stage.fault(at: endpoint)
        if let fault { context.logger.debug("fault", metadata: ["endpoint": "\(endpoint)", "kind": "\(fault)"]) }
        let wrecker = Wrecker(clock: stage.clock)
        try await wrecker.before(fault, request: request, channel: context.channel)
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
        case .node:
            .html(
                "<!DOCTYPE html><html><body><pre>Cannot \(request.method.rawValue) this path</pre></body></html>",
                status: 404
            )
        }
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
