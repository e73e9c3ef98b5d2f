import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import Testing

/// The variables and symbols of these tests' templates.
let context = TemplateContext(
    variables: ["title", "artist", "playing", "progress", "queue", "count", "now", "started", "ends", "palette"],
    symbols: ["play.fill", "pause.fill", "music.note"]
) { $0.contains("x") ? "'x' is no number" : nil }

/// Returns the template in `text`, as the file `t.yaml` with `parts`.
func template(_ text: String, parts: [String: String] = [:]) throws(TemplateError) -> Template {
    try Template(text, file: "t.yaml", context: context) { name in parts[name].map { ("\(name).yaml", $0) } }
}

/// Returns the problems of a template, one per line; empty for a valid one.
func problems(_ text: String, parts: [String: String] = [:]) -> [String] {
    do {
        _ = try template(text, parts: parts)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}

extension Content {
    /// Returns a filled shape.
    static func shape(_ shape: Shape, _ paint: Paint) -> Content { .shape(ShapeContent(shape, paint)) }
}

/// Returns the expanded tree of a template, without margins.
func expand(_ text: String, _ values: [String: Value] = [:], parts: [String: String] = [:]) throws -> Node {
    var body = try template(text, parts: parts).expand(in: DictionaryScope(values), margins: Insets()).body
    #expect(body.modifiers.popLast() == .padding(Insets()))
    return body
}

extension Node {
    /// The child nodes.
    var children: [Node] {
        switch content {
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .viewThatFits(_, let nodes): nodes
        default: []
        }
    }

    /// The text content, if the node is a text.
    var text: TextContent? { if case .text(let text) = content { text } else { nil } }

    /// The same for other contents.
    var chart: ChartContent? { if case .chart(let chart) = content { chart } else { nil } }
    var fader: FaderContent? { if case .fader(let fader) = content { fader } else { nil } }
    var image: ImageContent? { if case .image(let image) = content { image } else { nil } }
    var island: IslandContent? { if case .island(let island) = content { island } else { nil } }
    var levels: LevelsContent? { if case .levels(let levels) = content { levels } else { nil } }
    var pianoRoll: PianoRollContent? { if case .pianoRoll(let roll) = content { roll } else { nil } }

    /// The texts of the node and of all its descendants.
    var texts: [String] { (text.map { [$0.text] } ?? []) + children.flatMap(\.texts) }
}
