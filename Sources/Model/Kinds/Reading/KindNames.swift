import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The names that are available to expressions at a position in `kind.yaml`.
struct KindNames {
    fileprivate let known: Set<String>
    /// The names of secret parameters, which expressions may not use.
    let secrets: Set<String>
    /// The reasons why names of the file are not available here, each as the end of a message.
    fileprivate let reasons: [String: String]

    init(_ known: Set<String>, secrets: Set<String>, reasons: [String: String] = [:]) {
        self.known = known
        self.secrets = secrets
        self.reasons = reasons
    }

    func adding(_ names: String...) -> KindNames { adding(names) }

    func adding(_ names: some Sequence<String>) -> KindNames { KindNames(known.union(names), secrets: secrets, reasons: reasons) }

    func adding(reasons: [String: String]) -> KindNames { KindNames(known, secrets: secrets, reasons: reasons) }
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

    /// - Parameters:
    ///   - isBare: True for an expression without braces.
    ///   - permitsSecrets: True if a secret may stand alone between its braces.
    func template(
        _ text: String, _ node: SettingsNode, _ names: KindNames, isBare: Bool = false, permitsSecrets: Bool = false
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
        let secretAlone = permitsSecrets ? template.namesAlone : []
        for (name, _) in template.variables where !names.known.contains(name) {
            if names.secrets.contains(name) {
                if secretAlone.contains(name) { continue }
                let reason =
                    permitsSecrets
                    ? "which no expression may change: write '{{ \(name) }}'"
                    : "which no expression may use; in url, query, headers, body, login and environment write '{{ \(name) }}' or '{ secret: \(name) }'"
                throw node.error("\(node.name): '\(name)' is a secret, \(reason)")
            }
            if let reason = names.reasons[name] { throw node.error("\(node.name): '\(name)' is not known here: \(reason)") }
            if name == "now" {
                throw node.error("\(node.name): a field does not know 'now', only its entry's own date, 'at'; templates know both")
            }
            throw node.error("\(node.name): there is no variable '\(name)' here\(Suggestion.hint(for: name, among: names.known))")
        }
        return template
    }
}

extension TextTemplate {
    /// The names of variables that are whole expressions wherever they stand.
    fileprivate var namesAlone: Set<String> {
        var (alone, used): (Set<String>, Set<String>) = ([], [])
        for case .expression(let expression, _) in segments {
            if let name = expression.name { alone.insert(name) } else { used.formUnion(expression.variables.map(\.name)) }
        }
        return alone.subtracting(used)
    }
}

extension SettingsNode {
    /// The position, for messages at run time: `fields.low`.
    fileprivate var place: String { name.split(separator: ":").map { $0.drop { $0 == " " } }.joined(separator: ".") }
}
