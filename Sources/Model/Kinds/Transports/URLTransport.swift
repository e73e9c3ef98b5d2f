import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// A request to a web server.
package struct URLTransport: ActionTransport {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    package static let key = "url"
    package static let keys = ["query", "headers", "method", "body", "statuses", "redirects"]
    package static let actionKeys = keys

    /// The URL; values in it are percent-encoded.
    private let url: TextTemplate
    /// The names and values of the query.
    private let query: [(name: String, value: KindInput)]
    /// The header fields.
    private let headers: [(name: String, value: KindInput)]
    private let method: String
    /// The body; nil for none.
    private let body: KindInput?
    /// The status codes of a successful response.
    private let statuses: Set<Int>
    /// The maximum number of redirects.
    private let redirects: Int

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        let node = parts.node
        let text = try node.text()
        guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("{{") else {
            throw node.error("\(node.name) takes an address that begins with https:// or http://, not '\(text)'")
        }
        let method = try parts["method"]?.text().uppercased() ?? (parts["body"] == nil ? "GET" : "POST")
        guard Self.methods.contains(method) else {
            throw (parts["method"] ?? node).error("there is no method '\(method)'; there are \(Self.methods.joined(separator: ", "))")
        }
        var statuses: Set<Int> = []
        for element in parts["statuses"]?.elements ?? [] {
            guard let status = Int(exactly: try parts.number(element)), (100...599).contains(status) else {
                throw element.error("\(element.name) takes status codes such as 200")
            }
            statuses.insert(status)
        }
        url = try parts.template(text)
        query = try parts.inputs(of: "query")
        headers = try parts.inputs(of: "headers")
        self.method = method
        body = try parts.input(of: "body")
        self.statuses = statuses.isEmpty ? [200] : statuses
        redirects =
            try parts["redirects"].map { (node) throws(SettingsProblem) in min(10, max(0, Int(saturating: try parts.number(node)))) } ?? 3
    }

    package init(action parts: TransportParts) throws(SettingsProblem) { try self.init(parts) }

    package var names: Set<String> {
        let inputs = query.map(\.value) + headers.map(\.value) + [body].compactMap { $0 }
        return Set(inputs.flatMap(\.names) + url.variables.map(\.name))
    }

    package var isLocal: Bool { false }
    package var isPolled: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        var url = ""
        for segment in self.url.segments {
            switch segment {
            case .literal(let text): url += text
            case .expression(let expression, _):
                let value: Value
                do {
                    value = try expression.evaluate(in: scope.scope)
                } catch {
                    throw KindError(.source, at: "url", error.reason)
                }
                // A URL that consists of a single expression is not encoded.
                url += self.url.single != nil ? value.text : value.text.percentEncoded
            }
        }
        var hasSecret = false
        for (index, item) in query.enumerated() {
            let (value, isSecret) = try scope.value(of: item.value, at: "query.\(item.name)")
            hasSecret = hasSecret || isSecret
            url += (index == 0 && !url.contains("?") ? "?" : "&") + item.name.percentEncoded + "=" + value.percentEncoded
        }
        var fields: [Request.Field] = []
        for item in headers {
            let (value, isSecret) = try scope.value(of: item.value, at: "headers.\(item.name)")
            guard !(item.name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                throw KindError(.source, at: "headers.\(item.name)", "a header field has no line ends and no controls")
            }
            fields.append(Request.Field(name: item.name, value: value, isSecret: isSecret))
        }
        let body = try self.body.map { (input) throws(KindError) in try scope.value(of: input, at: "body") }
        return Request(
            url: url, method: method, headers: fields, body: body?.value, statuses: statuses, redirects: redirects,
            secrets: Set(scope.secrets.values.flatMap { [$0, $0.percentEncoded] }),
            hasSecretOutsideHeaders: hasSecret || body?.isSecret == true)
    }

    /// A request with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The encoded URL.
        package var url: String
        /// `GET`, `POST`, ….
        package var method: String
        /// The header fields in order.
        package var headers: [Field]
        /// The body; nil for none.
        package var body: String?
        /// The status codes of a successful response.
        package var statuses: Set<Int>
        /// The maximum number of redirects.
        package var redirects: Int
        /// Values that are redacted in all displayed texts.
        package var secrets: Set<String>
        /// True if the URL or the body contains a secret: such a request follows no redirect to another host.
        package var hasSecretOutsideHeaders: Bool

        /// Makes a request, by default without secrets.
        package init(
            url: String, method: String = "GET", headers: [Field] = [], body: String? = nil, statuses: Set<Int> = [200], redirects: Int = 3,
            secrets: Set<String> = [], hasSecretOutsideHeaders: Bool = false
        ) {
            self.url = url
            self.method = method
            self.headers = headers
            self.body = body
            self.statuses = statuses
            self.redirects = redirects
            self.secrets = secrets
            self.hasSecretOutsideHeaders = hasSecretOutsideHeaders
        }

        /// A header field.
        package struct Field: Sendable, Hashable {
            /// The name.
            package var name: String
            /// The value.
            package var value: String
            /// True if the value is a secret, which must not be sent to another host.
            package var isSecret: Bool
        }

        package var explanation: [String] {
            ["\(method) \(url.striking(secrets))"] + headers.map { "\($0.name): \($0.isSecret ? "•••" : $0.value.striking(secrets))" }
                + (body.map { ["", $0.striking(secrets)] } ?? [])
        }
    }
}
