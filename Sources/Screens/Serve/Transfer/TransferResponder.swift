import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import SubdialBasics
import SubdialDocuments

/// Handles the requests of displays that draw for themselves: the current state, its files, and pending messages.
struct TransferResponder: Sendable {
    /// The path prefix of all its URLs.
    static let prefix = "/transfer/"

    let contexts: TransferContexts
    let messages: MessageResponder

    /// The response for a path that begins with ``prefix``; the client has been authenticated already.
    func respond(to request: Request, _ gate: Gate) async throws -> Response {
        let parts = request.uri.path.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "messages" { return try await messages.respond(to: request, Array(parts.dropFirst()), gate) }
        guard parts == ["context.json"] || parts.count == 2 && parts[0] == "files" else {
            throw ServeError(
                .notFound,
                "there is nothing at '\(request.uri.path.oneLine(limit: 80))'; there are /transfer/context.json, /transfer/files/SHA256 and "
                    + "/transfer/messages/NAME")
        }
        guard request.method == .get || request.method == .head else {
            throw ServeError(
                .methodNotAllowed,
                "\(request.uri.path.oneLine(limit: 80)) takes GET and HEAD, not \(request.method.rawValue.oneLine(limit: 80))")
        }
        return parts.count == 1 ? try await context(request) : try await file(parts[1], request)
    }

    private func context(_ request: Request) async throws -> Response {
        let query = request.uri.queryParameters
        let kinds = query["kinds"].map { $0.split(separator: ",").map(String.init) }
        let hasFonts: Bool
        switch query["fonts"] {
        case nil, "1": hasFonts = true
        case "0": hasFonts = false
        case let other?: throw ServeError(.badRequest, "fonts takes 1 or 0, not '\(String(other).oneLine(limit: 80))'")
        }
        return WidgetResponder.json(try await contexts.context(of: kinds, hasFonts: hasFonts).json, to: request)
    }

    // MARK: Files

    private func file(_ address: String, _ request: Request) async throws -> Response {
        guard address.isSHA256, let content = await contexts.shelf.content(of: address) else { throw Self.unknown(address) }
        let size: Int
        let file: TransferFile?
        switch content {
        case .bytes(let bytes): (size, file) = (bytes.count, nil)
        case .file(let path, let identity):
            guard let open = TransferFile(path, identity) else {
                await contexts.shelf.forget(address)
                throw Self.unknown(address)
            }
            (size, file) = (identity.size, open)
        }
        let tag = "\"\(address)\""
        var headers: HTTPFields = [
            .contentType: "application/octet-stream", .eTag: tag, .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        HTTPField.Name("X-Content-Type-Options").map { headers[$0] = "nosniff" }
        HTTPField.Name("Repr-Digest").map { headers[$0] = "sha-256=:\(Self.base64(address)):" }
        if Conditions(tags: request.headers[.ifNoneMatch], date: nil).isFresh(tag: tag, modified: nil) {
            return Response(status: .notModified, headers: headers)
        }
        let range: Range<Int>
        var status = HTTPResponse.Status.ok
        // Only GET supports ranges (RFC 9110, 14.2).
        switch request.method == .get
            ? ByteRange(request.headers[.range], ifRange: request.headers[.ifRange], tag: tag, size: size) : .whole
        {
        case .whole: range = 0..<size
        case .part(let part):
            range = part
            status = .partialContent
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        guard request.method != .head else {
            return Response(status: status, headers: headers, body: ResponseBody(contentLength: size) { try await $0.finish(nil) })
        }
        switch (content, file) {
        case (.bytes(let bytes), _):
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[range])))
        case (.file, let file?): return Response(status: status, headers: headers, body: file.body(range))
        case (.file, nil): throw Self.unknown(address)
        }
    }

    private static func unknown(_ address: String) -> ServeError {
        ServeError(
            .notFound, "no file of the context has the address '\(address.oneLine(limit: 80))': ask for /transfer/context.json again")
    }

    /// The bytes of a hexadecimal text, in Base64.
    private static func base64(_ hex: String) -> String {
        let digits = hex.compactMap(\.hexDigitValue)
        return Data(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }).base64EncodedString()
    }
}
