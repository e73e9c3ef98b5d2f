import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The way from one page of a list to the next one, and what the pages are joined to.
package struct PageRules: Sendable {
    /// The maximum number of pages that a kind may have.
    private static let limit = 50
    private static let standardMost = 10

    /// The names that its expressions can use besides those of the request.
    private static let names = [Kind.standardSource, "page"]

    /// The address of the next page; nil for that of the header field `Link`.
    private let next: KindExpression?
    /// The list in a page; nil if the page is the list.
    private let items: KindExpression?
    /// The maximum number of pages.
    let most: Int

    /// Parses `{ next, items, most }`; nil without the key.
    init?(_ parts: TransportParts) throws(SettingsProblem) {
        guard let node = parts["pages"] else { return nil }
        let members = parts.members(of: node, ["next", "items", "most"], like: "next: link")
        guard let next = members["next"] else {
            throw node.error("\(node.name): 'next' is missing: link, or the address of the next page, like \"{{ data.next }}\"")
        }
        self.next = try next.text() == "link" ? nil : parts.expression(next, knowing: Self.names)
        items = try members["items"].map { (node) throws(SettingsProblem) in try parts.bareExpression(node, knowing: Self.names) }
        most =
            try members["most"].map { (node) throws(SettingsProblem) in
                let most = try parts.number(node)
                guard (1...Double(Self.limit)).contains(most) else { throw node.error("\(node.name) takes 1 to \(Self.limit) pages") }
                return Int(saturating: most)
            } ?? Self.standardMost
    }

    /// The names that its expressions use.
    var names: [String] { [next, items].compactMap { $0 }.flatMap(\.names).filter { !Self.names.contains($0) } }

    /// The rules with the values of a request.
    func values(in scope: RequestScope) -> Values { Values(rules: self, scope: scope.scope) }

    /// The rules with the values of a request.
    package struct Values: Sendable {
        fileprivate let rules: PageRules
        fileprivate var scope: DictionaryScope

        /// The maximum number of pages.
        package var most: Int { rules.most }

        /// The rows of a page, and the address of the next one; nil after the last.
        ///
        /// - Parameters:
        ///   - link: The header field `Link` of the answer.
        ///   - number: The number of the page, from 1.
        package func read(_ page: Value, link: String?, number: Int) throws(KindError) -> (rows: [Value], next: String?) {
            var scope = scope
            scope.hasOpenMaps = true
            scope.values[Kind.standardSource] = page
            scope.values["page"] = .integer(Int64(number))
            let list = try rules.items?.value(in: scope, step: .source) ?? page
            let rows: [Value]
            switch list {
            case .list(let values): rows = values
            case .missing: rows = []
            default:
                throw KindError(
                    .source, at: "pages",
                    "the items of a page are a list, not \(list.kind)" + (rules.items == nil ? "; name it by 'items'" : ""))
            }
            let next =
                try rules.next.map { (next) throws(KindError) in try next.value(in: scope, step: .source).text } ?? Self.next(in: link)
            return (rows, next.flatMap { $0.isEmpty ? nil : $0 })
        }

        /// The target of the relation `next` in a `Link` field (RFC 8288).
        static func next(in field: String?) -> String? {
            var rest = (field ?? "")[...]
            while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
                let target = rest[rest.index(after: open)..<close]
                rest = rest[rest.index(after: close)...]
                // A link ends before the next one; a comma within its quotes ends none.
                let parameters = rest[..<(rest.firstIndex(of: "<") ?? rest.endIndex)]
                let isNext = parameters.split(separator: ";").contains { parameter in
                    let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmed() }
                    guard parts.count == 2, parts[0].lowercased() == "rel" else { return false }
                    let words = parts[1].split { $0 == "\"" || $0 == "," || $0 == " " }
                    return words.contains { $0.lowercased() == "next" }
                }
                if isNext { return String(target) }
            }
            return nil
        }
    }
}
