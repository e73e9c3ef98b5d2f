import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// A request to a web server.
package struct URLTransport: ActionTransport {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

    package static let key = "url"
    package static let keys = actionKeys + ["pages", "response"]
    package static let actionKeys = ["query", "headers", "method", "body", "form", "login", "statuses", "redirects", "tls"]
    package static let usesDocuments = true

    /// The URL; values in it are percent-encoded, except one at its beginning.
    let url: RequestText
    /// The names and values of the query.
    let query: [(name: String, value: KindInput)]
    /// The header fields.
    let headers: [(name: String, value: KindInput)]
    /// The user and the password of Basic authentication.
    let login: (user: KindInput, password: KindInput)?
    let method: String
    /// The body; nil for none.
    let body: RequestBody?
    /// The status codes of a successful response.
    let statuses: Set<Int>
    /// The maximum number of redirects.
    let redirects: Int
    /// The certificates; nil for those of the configuration.
    let tls: TLSPaths?
    /// The way through the pages of a list; nil for a single answer.
    let pages: PageRules?
    /// True if the document has the status and the header fields of the answer.
    let hasResponse: Bool
    /// True if the document of another source says to which host the request goes.
    let isForeign: Bool

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        let node = parts.node
        if parts.isSecret(node), case .text(let text) = try parts.input(node) {
            url = text
        } else {
            let text = try node.text()
            guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("{{") else {
                throw node.error("\(node.name) takes an address that begins with https:// or http://, not '\(text)'")
            }
            url = try parts.text(text, node)
        }
        let body = try RequestBody(parts)
        let method = try parts["method"]?.text().uppercased() ?? (body == nil ? "GET" : "POST")
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
        query = try parts.inputs(of: "query", repeats: true)
        headers = try parts.inputs(of: "headers", repeats: true)
        login = try Self.login(parts)
        self.method = method
        self.body = body
        self.statuses = statuses.isEmpty ? [200] : statuses
        redirects =
            try parts["redirects"].map { (node) throws(SettingsProblem) in min(10, max(0, Int(saturating: try parts.number(node)))) } ?? 3
        tls = try TLSPaths(parts)
        pages = try PageRules(parts)
        hasResponse = try parts.flag(of: "response")
        if pages != nil, hasResponse, let node = parts["response"] { throw node.error("'response' does not go with 'pages'") }
        isForeign = !parts.documents.isDisjoint(with: url.hostNames)
        if isForeign, inputs.contains(where: \.hasSecret) || url.hasSecret {
            throw node.error("\(node.name): the document of another source says to which host it goes, so that it takes no secret")
        }
    }

    package init(action parts: TransportParts) throws(SettingsProblem) { try self.init(parts) }

    /// Parses `{ user, password }`; nil without the key.
    private static func login(_ parts: TransportParts) throws(SettingsProblem) -> (user: KindInput, password: KindInput)? {
        guard let node = parts["login"] else { return nil }
        let members = parts.members(of: node, ["user", "password"], like: "user: me")
        guard let user = members["user"], let password = members["password"] else {
            throw node.error("\(node.name) takes the user and the password, like { user: me, password: { secret: key } }")
        }
        return (try parts.input(user), try parts.input(password))
    }

    /// The parts besides the URL.
    private var inputs: [KindInput] {
        query.map(\.value) + headers.map(\.value) + (login.map { [$0.user, $0.password] } ?? []) + (body?.inputs ?? [])
    }

    /// The document of a source whose answer is replaced by a file: the only page of a list, or an answer without header fields.
    func replayed(_ value: Value) throws(KindError) -> Value {
        if let pages {
            return .list(
                try pages.values(in: RequestScope(scope: DictionaryScope([:]), secrets: [:])).read(value, link: nil, number: 1).rows)
        }
        return hasResponse ? .map(["status": 200, "headers": .map([:]), "body": value]) : value
    }

    package var names: Set<String> { Set(inputs.flatMap(\.names) + url.names + (tls?.names ?? []) + (pages?.names ?? [])) }
    package var isLocal: Bool { false }
    package var isPolled: Bool { true }
}

extension RequestText {
    /// The names that decide to which host a URL leads.
    fileprivate var hostNames: [String] {
        var names: [String] = []
        var written = ""
        for piece in pieces {
            switch piece {
            case .literal(let text): written += text
            case .value(let expression): names += expression.variables.map(\.name)
            case .secret: break
            }
            let afterScheme = written.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
            if afterScheme.contains(where: { "/?#".contains($0) }) { break }
        }
        return names
    }
}
