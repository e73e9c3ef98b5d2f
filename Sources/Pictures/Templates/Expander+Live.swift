import SubdialExpressions
import SubdialLayout

/// The expansion of timers, outlines and the Dynamic Island.
extension Expander {
    /// A running time, with space reserved for its longest text.
    func timerContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> TextContent {
        var font = inherited.font
        font.hasMonospacedDigits = true
        let interval = try RunningInterval(content, self, scope, path)
        scope.changes?.note(interval?.nextSecond)
        let countsDown = try content["countsDown"].map { try truth($0, scope, path) } ?? false
        let showsHours = try content["showsHours"].map { try truth($0, scope, path) } ?? true
        func clock(_ seconds: Double) -> String { Value.clock(seconds, showsHours: showsHours) }
        return TextContent(
            interval.map { clock(countsDown ? $0.remaining : $0.elapsed) } ?? "", widest: interval.map { clock($0.length) },
            font: font,
            color: inherited.color, lineLimit: 1, minimumScaleFactor: inherited.minimumScaleFactor, truncation: inherited.truncation,
            alignment: try value["alignment"].map { try word($0, scope, path) } ?? inherited.alignment)
    }

    /// An outline in its box; the default box is 24 by 24, as for symbols.
    func outline(_ content: TemplateValue, _ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Shape {
        let data = try text(content, scope, path)
        guard case .list(let numbers)? = value["viewBox"]?.kind else { return .path(data, box: Rect(0, 0, 24, 24)) }
        let box = try numbers.map { try number($0, scope, path) }
        guard box.count == 4, box[2] > 0, box[3] > 0 else {
            throw problem("viewBox takes four numbers: left, top, and a width and height above 0", value["viewBox"] ?? value, path)
        }
        return .path(data, box: Rect(box[0], box[1], box[2], box[3]))
    }

    /// The regions of the expanded island, or the one region of a compact presentation.
    func island(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        func region(_ name: String) throws -> Node? {
            try content[name].map { try body($0, inherited, scope, "\(path).\(name)") }
        }
        let presentation = scope.value(of: "presentation")?.text ?? ""
        switch presentation {
        case "compactLeading", "compactTrailing", "minimal":
            return .zstack(alignment: .center, try region(presentation).map { [$0] } ?? [])
        default:
            return .island(
                IslandContent(
                    leading: try region("leading"), trailing: try region("trailing"), center: try region("center"),
                    bottom: try region("bottom"), spacing: try value["spacing"].map { try length($0, scope, path) } ?? 8))
        }
    }
}
