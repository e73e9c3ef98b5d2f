import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension URLTransport {
    package func request(in scope: RequestScope) throws(KindError) -> Request {
        var url = ""
        for (index, piece) in self.url.pieces.enumerated() {
            let text = try scope.text(piece, at: "url")
            // What the URL begins with is an address, and not a part of one.
            let isEncoded = if case .literal = piece { false } else { index > 0 && !scope.isPending(piece) }
            url += isEncoded ? text.percentEncoded : text
        }
        var request = Request(url: url, method: method, statuses: statuses, redirects: redirects)
        request.hasSecretOutsideHeaders = self.url.hasSecret || body?.inputs.contains(where: \.hasSecret) == true
        for item in query {
            let value = try scope.value(of: item.value, at: "query.\(item.name)")
            guard !value.isLeftOut else { continue }
            request.hasSecretOutsideHeaders = request.hasSecretOutsideHeaders || value.isSecret
            request.url += (request.url.contains("?") ? "&" : "?") + item.name.percentEncoded + "=" + value.text.percentEncoded
        }
        for item in headers {
            let value = try scope.value(of: item.value, at: "headers.\(item.name)")
            if !value.isLeftOut { try request.add(item.name, value.text, isSecret: value.isSecret) }
        }
        request.secrets = Set(scope.secrets.values.flatMap { [$0, $0.percentEncoded, JSONValue.escaped($0)] })
        if let login {
            let user = try scope.value(of: login.user, at: "login.user")
            let password = try scope.value(of: login.password, at: "login.password")
            if !password.isLeftOut {
                let encoded = Data("\(user.text):\(password.text)".utf8).base64EncodedString()
                request.secrets.insert(encoded)
                try request.add("Authorization", "Basic \(encoded)", isSecret: true)
            }
        }
        if let body {
            request.body = try body.text(in: scope)
            if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                try request.add("Content-Type", body.mediaType, isSecret: false)
            }
        }
        request.tls = try tls?.files(in: scope)
        request.pages = pages?.values(in: scope)
        request.hasResponse = hasResponse
        request.isForeign = isForeign
        return request
    }

    /// A request with its values.
    package struct Request: ResolvedRequest {
        /// The encoded URL.
        package var url: String
        /// `GET`, `POST`, ….
        package var method: String
        /// The header fields in order.
        package private(set) var headers: [Field]
        /// The body; nil for none.
        package fileprivate(set) var body: String?
        /// The status codes of a successful response.
        package var statuses: Set<Int>
        /// The maximum number of redirects.
        package var redirects: Int
        /// The paths of certificates; nil for those of the configuration.
        package fileprivate(set) var tls: TLSPaths.Files?
        /// The way through the pages of a list; nil for a single answer.
        package fileprivate(set) var pages: PageRules.Values?
        /// True if the document has the status and the header fields of the answer.
        package fileprivate(set) var hasResponse = false
        /// True if a document says to which host it goes: it must not lead into the local network.
        package fileprivate(set) var isForeign = false
        /// Values that are redacted in all displayed texts.
        package var secrets: Set<String>
        /// True if the URL or the body contains a secret: such a request follows no redirect to another host.
        package var hasSecretOutsideHeaders = false

        /// Makes a request without secrets.
        package init(
            url: String, method: String = "GET", headers: [Field] = [], body: String? = nil, statuses: Set<Int> = [200], redirects: Int = 3
        ) {
            self.url = url
            self.method = method
            self.headers = headers
            self.body = body
            self.statuses = statuses
            self.redirects = redirects
            secrets = []
        }

        /// A header field.
        package struct Field: Sendable, Hashable {
            /// The name.
            package var name: String
            /// The value.
            package var value: String
            /// True if there is a secret in the value, which must not be sent to another host.
            package var isSecret: Bool
        }

        fileprivate mutating func add(_ name: String, _ value: String, isSecret: Bool) throws(KindError) {
            guard !(name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw KindError(.source, at: "headers.\(name)", "a header field has no line ends and no controls")
            }
            headers.append(Field(name: name, value: value, isSecret: isSecret))
        }

        package var explanation: [String] {
            ["\(method) \(url.striking(secrets))"] + headers.map { "\($0.name): \($0.value.striking(secrets))" }
                + (body.map { ["", $0.striking(secrets)] } ?? [])
        }
    }
}

extension JSONValue {
    /// A text as it stands between the quotes of JSON.
    fileprivate static func escaped(_ text: String) -> String { String(JSONValue.string(text).text().dropFirst().dropLast()) }
}
