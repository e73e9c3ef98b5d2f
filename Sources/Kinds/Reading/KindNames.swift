import Expressions
import Settings

/// The names that expressions at one place of `kind.yaml` may use.
struct KindNames {
    let known: Set<String>
    /// Parameters that are secret: they are refused in expressions.
    let secrets: Set<String>

    init(_ known: Set<String>, secrets: Set<String>) {
        self.known = known
        self.secrets = secrets
    }

    func adding(_ names: String...) -> KindNames { KindNames(known.union(names), secrets: secrets) }
}

extension KindReader {
    /// A value in which expressions may stand.
    ///
    /// - Throws: Where an expression is wrong, or names what is not there.
    func expression(_ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindExpression {
        guard case .string(let text) = node.value else { return KindExpression(value: node.value, place: node.place) }
        return KindExpression(try template(text, node, names), place: node.place)
    }

    /// An expression that needs no braces: `hour in hours` or `{{ hours }}`.
    func bareExpression(_ text: String, _ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindExpression {
        KindExpression(try template(text.contains("{{") ? text : "{{ \(text) }}", node, names), place: node.place)
    }

    func template(_ text: String, _ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> TextTemplate {
        let template: TextTemplate
        do {
            template = try TextTemplate(text)
        } catch {
            throw node.error("\(node.name), \(error)")
        }
        for (name, _) in template.variables where !names.known.contains(name) {
            if names.secrets.contains(name) {
                throw node.error(
                    "\(node.name): '\(name)' is a secret, which no expression may use; in headers, query, body and environment write '{ secret: \(name) }'"
                )
            }
            if name == "now" {
                throw node.error("\(node.name): a field does not know 'now', only its entry's own date, 'at'; templates know both")
            }
            throw node.error("\(node.name): nothing is called '\(name)' here\(Suggestion.hint(for: name, among: names.known))")
        }
        return template
    }
}

extension SettingsNode {
    /// Where it stands, for messages at run time: `fields.low`.
    var place: String { name.split(separator: ":").map { $0.drop { $0 == " " } }.joined(separator: ".") }
}
