import SubdialBasics
import SubdialLayout

/// A partly invisible text or symbol that extends beyond its widget or a clip.
public struct Overflow: Hashable, Sendable {
    /// An edge of the widget or the clip.
    public enum Edge: String, Hashable, Sendable {
        case upper, lower, left, right
    }

    /// The text, or the name of the symbol.
    public var content: String
    /// The location of its node in the template.
    public var path: String
    /// The edge at which the largest part is cut.
    public var edge: Edge
    /// The invisible length at that edge, in points.
    public var points: Double
}

extension Overflow: CustomStringConvertible {
    /// The text, the edge, the points and the node, on one line.
    public var description: String { "\(title) is cut: \(extent) (at \(path)); \(Self.advice)" }

    /// The text, the edge and the points, followed by advice.
    public var message: String { "\(title) is cut: \(extent); \(Self.advice)" }

    /// The text in quotes, shortened to 40 characters.
    var title: String { "'\(content.oneLine(limit: 41))'" }

    /// The length beyond the edge, as text.
    var extent: String {
        let length = (points * 10).rounded() / 10
        return "\(length == length.rounded() ? "\(Int(saturating: length))" : "\(length)") pt of it reach beyond the \(edge.rawValue) edge"
    }

    /// The advice at the end of a message.
    static let advice = "give it a 'minimumScaleFactor', or leave something out in a 'ViewThatFits'"
}

extension PlacedNode {
    /// The texts and symbols cut by a canvas, in drawing order.
    ///
    /// Pictures, shapes and backgrounds may extend beyond an edge by design; letters may not.
    public func overflow(in canvas: Size) -> [Overflow] {
        var found: [Overflow] = []
        collectOverflow(within: Rect(origin: .zero, size: canvas), into: &found)
        return found
    }

    private func collectOverflow(within bounds: Rect, into found: inout [Overflow]) {
        var inside = bounds
        switch drawn {
        case .text(let text, _, _, let metrics) where !text.text.isEmpty:
            // The box of a line has space above and below its letters.
            let leading = metrics.lineCount > 0 ? metrics.size.height / Double(metrics.lineCount) * 0.12 : 0
            add(text.text, frame, slack: Size(1, max(1, leading)), bounds, &found)
        case .image(let image):
            if case .symbol(let name) = image.kind { add(name, frame, slack: Size(1, 1), bounds, &found) }
        case .effect(.clip): inside = bounds.intersection(frame)
        // The contents of these are drawn outside their layout frames.
        case .effect(.offset), .effect(.rotation), .effect(.scale), .effect(.rotation3D), .effect(.hidden): return
        case .effect(.opacity(let opacity)) where opacity <= 0: return
        default: break
        }
        for child in children { child.collectOverflow(within: inside, into: &found) }
    }

    private func add(_ content: String, _ frame: Rect, slack: Size, _ bounds: Rect, _ found: inout [Overflow]) {
        let cut: [(Overflow.Edge, Double, Double)] = [
            (.upper, bounds.minY - frame.minY, slack.height), (.lower, frame.maxY - bounds.maxY, slack.height),
            (.left, bounds.minX - frame.minX, slack.width), (.right, frame.maxX - bounds.maxX, slack.width),
        ]
        guard let worst = cut.filter({ $0.1 > $0.2 }).max(by: { $0.1 < $1.1 }) else { return }
        found.append(Overflow(content: content, path: path, edge: worst.0, points: worst.1))
    }
}
