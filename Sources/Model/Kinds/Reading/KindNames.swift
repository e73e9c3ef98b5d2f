import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The names that are available to expressions at a position in `kind.yaml`.
struct KindNames {
    fileprivate let known: Set<String>
    /// The names of secret parameters, which expressions may not use.
    let secrets: Set<String>

    init(_ known: Set<String>, secrets: Set<String>) {
        self.known = known
        self.secrets = secrets
    }

    func adding(_ names: String...) -> KindNames { KindNames(known.union(names), secrets: secrets) }
}

extension KindReader {
    /// Parses a value that may contain expressions.
    ///
    /// - Throws: If an expression is invalid, or uses an unknown name.
    func expression(_ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindExpression {
        guard case .string(let text) = node.value else { return KindExpression(value: node.value, place: node.place) }
        return KindExpression(try template(text, node, names), place: node.place)
    }

    /// Parses an expression with optional braces: `hour in hours` or `{{ hours }}`.
    func bareExpression(_ text: String, _ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindExpression {
        KindExpression(try template(text, node, names, isBare: !text.contains("{{")), place: node.place)
    }

    /// - Parameter isBare: True for an expression without braces.
    func template(
        _ text: String, _ node: SettingsNode, _ names: KindNames, isBare: Bool = false
    ) throws(SettingsProblem) -> TextTemplate {
        let template: TextTemplate
        func message(_ error: ExpressionError) -> String {
            "\(node.name), \(ExpressionError(error.reason, at: max(0, error.offset - (isBare ? 3 : 0))))"
        }
        do {
            template = try TextTemplate(isBare ? "{{ \(text) }}" : text)
        } catch {
            throw node.error(message(error))
        }
        for error in template.unknownEscapes { node.warn(message(error)) }
        for (name, _) in template.variables where !names.known.contains(name) {
            if names.secrets.contains(name) {
                throw node.error(
                    "\(node.name): '\(name)' is a secret, which no expression may use; in headers, query, body and environment write '{ secret: \(name) }'"
                )
            }
            if name == "now" {
                throw node.error("\(node.name): a field does not know 'now', only its entry's own date, 'at'; templates know both")
            }
            throw node.error("\(node.name): there is no variable '\(name)' here\(Suggestion.hint(for: name, among: names.known))")
        }
        return template
    }
}

extension SettingsNode {
    /// The position, for messages at run time: `fields.low`.
    fileprivate var place: String { name.split(separator: ":").map { $0.drop { $0 == " " } }.joined(separator: ".") }
}
