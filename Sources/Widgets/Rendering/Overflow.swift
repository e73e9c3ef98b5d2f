import Layout

/// A text or a symbol of which a part cannot be seen, as it reaches beyond its widget or a clip.
public struct Overflow: Hashable, Sendable {
    /// A side of what it stands in.
    public enum Edge: String, Hashable, Sendable {
        case upper, lower, left, right
    }

    /// The text, or the name of the symbol.
    public var content: String
    /// The place of its node in the template.
    public var path: String
    /// The side at which the most of it is cut.
    public var edge: Edge
    /// Points of it that cannot be seen there.
    public var points: Double
}

extension Overflow: CustomStringConvertible {
    /// The text, the side, the points and the node, on one line.
    public var description: String { "\(title) is cut: \(extent) (at \(path)); \(Self.advice)" }

    /// The text, the side, and the points, with what to do about it.
    public var message: String { "\(title) is cut: \(extent); \(Self.advice)" }

    /// The text in quotes, shortened where it is long.
    var title: String { "'\(content.count > 40 ? content.prefix(40) + "…" : content)'" }

    /// How much of it cannot be seen.
    var extent: String {
        let length = (points * 10).rounded() / 10
        return "\(length == length.rounded() ? "\(Int(saturating: length))" : "\(length)") pt of it reach beyond the \(edge.rawValue) edge"
    }

    /// The advice at the end of a message.
    static let advice = "give it a 'minimumScaleFactor', or leave something out in a 'ViewThatFits'"
}

extension PlacedNode {
    /// The texts and symbols that a canvas cuts, in drawing order.
    ///
    /// Pictures, shapes and grounds may bleed beyond an edge by design; letters may not.
    public func overflow(in canvas: Size) -> [Overflow] {
        var found: [Overflow] = []
        collectOverflow(within: Rect(origin: .zero, size: canvas), into: &found)
        return found
    }

    private func collectOverflow(within bounds: Rect, into found: inout [Overflow]) {
        var inside = bounds
        switch drawn {
        case .text(let text, _, _, let metrics) where !text.text.isEmpty:
            // A line's box has room above its letters and below them.
            let leading = metrics.lineCount > 0 ? metrics.size.height / Double(metrics.lineCount) * 0.12 : 0
            note(text.text, frame, slack: Size(1, max(1, leading)), bounds, &found)
        case .image(let image):
            if case .symbol(let name) = image.source { note(name, frame, slack: Size(1, 1), bounds, &found) }
        case .effect(.clip): inside = bounds.intersection(frame)
        // Where these show their content is not where it was laid out.
        case .effect(.offset), .effect(.rotation), .effect(.scale): return
        case .effect(.opacity(let opacity)) where opacity <= 0: return
        default: break
        }
        for child in children { child.collectOverflow(within: inside, into: &found) }
    }

    private func note(_ content: String, _ frame: Rect, slack: Size, _ bounds: Rect, _ found: inout [Overflow]) {
        let cut: [(Overflow.Edge, Double, Double)] = [
            (.upper, bounds.minY - frame.minY, slack.height), (.lower, frame.maxY - bounds.maxY, slack.height),
            (.left, bounds.minX - frame.minX, slack.width), (.right, frame.maxX - bounds.maxX, slack.width),
        ]
        guard let worst = cut.filter({ $0.1 > $0.2 }).max(by: { $0.1 < $1.1 }) else { return }
        found.append(Overflow(content: content, path: path, edge: worst.0, points: worst.1))
    }
}

extension Rect {
    fileprivate func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        return Rect(left, top, max(0, min(maxX, other.maxX) - left), max(0, min(maxY, other.maxY) - top))
    }
}
