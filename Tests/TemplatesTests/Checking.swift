import Expressions
import Layout
import Templates
import Testing

/// What the templates of these tests may refer to.
let context = TemplateContext(
    variables: ["title", "artist", "playing", "progress", "queue", "count", "now", "started", "ends", "palette"],
    symbols: ["play.fill", "pause.fill", "music.note"]
) { $0.contains("x") ? "'x' is no number" : nil }

/// The template in `text`, as the file `t.yaml` beside `parts`.
func template(_ text: String, parts: [String: String] = [:]) throws(TemplateError) -> Template {
    try Template(text, file: "t.yaml", context: context) { name in parts[name].map { ("\(name).yaml", $0) } }
}

/// What is wrong with a template, a line each; empty where nothing is.
func problems(_ text: String, parts: [String: String] = [:]) -> [String] {
    do {
        _ = try template(text, parts: parts)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}

/// The tree that a template comes to, without the margins around it.
func expand(_ text: String, _ values: [String: Value] = [:], parts: [String: String] = [:]) throws -> Node {
    var body = try template(text, parts: parts).expand(in: DictionaryScope(values), margins: Insets()).body
    #expect(body.modifiers.popLast() == .padding(Insets()))
    return body
}

extension Node {
    /// The nodes in it.
    var children: [Node] {
        switch content {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes): nodes
        default: []
        }
    }

    /// Its text, if it is one.
    var text: TextContent? { if case .text(let text) = content { text } else { nil } }

    /// All texts below it, and its own.
    var texts: [String] { (text.map { [$0.text] } ?? []) + children.flatMap(\.texts) }
}
