import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import SubdialDocuments

extension WidgetResponder {
    /// A response with a body, or without one for `HEAD` and for a client that has the current bytes.
    static func response(
        _ bytes: [UInt8], _ mediaType: String, tag: String? = nil, modified: Date? = nil, cacheControl: String,
        status: HTTPResponse.Status = .ok, to request: Request
    ) -> Response {
        var headers: HTTPFields = [.contentType: mediaType, .cacheControl: cacheControl]
        HTTPField.Name("X-Content-Type-Options").map { headers[$0] = "nosniff" }
        if let tag { headers[.eTag] = tag }
        if let modified { headers[.lastModified] = modified.httpText }
        if status == .ok, let tag, Conditions(request.headers).isFresh(tag: tag, modified: modified) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        guard request.method != .head else {
            return Response(status: status, headers: headers, body: ResponseBody(contentLength: bytes.count) { try await $0.finish(nil) })
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A JSON response that clients revalidate each time, and that is sent again only if it has changed.
    static func json(_ value: JSONValue, to request: Request) -> Response {
        let bytes = Array((value.text() + "\n").utf8)
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
                ["/actions", "/log", "/received"].contains(where: path.hasSuffix)
                ? "POST" : path.hasPrefix(TransferResponder.prefix + "messages/") ? "GET, POST" : "GET, HEAD"
        case .unavailable: answer.headers[.retryAfter] = "1"
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
