import SubdialBasics
import SubdialLayout

/// A partly invisible text or symbol that extends beyond its widget or a clip, or the content that extends beyond its margins.
public struct Overflow: Hashable, Sendable {
    /// An edge of the widget or the clip.
    public enum Edge: String, Hashable, Sendable {
        case upper, lower, left, right
    }

    /// The limit that the content exceeds.
    public enum Limit: String, Hashable, Sendable {
        /// The edge of the widget or of a clip, which cuts.
        case edge
        /// A margin of the content.
        case margin
    }

    /// The text, or the name of the symbol; empty for the whole content.
    public var content: String
    /// The location of its node in the template.
    public var path: String
    /// The edge at which the largest part is outside.
    public var edge: Edge
    /// The length outside at that edge, in points.
    public var points: Double
    /// The limit that it exceeds at that edge.
    public var limit = Limit.edge
}

extension Overflow: CustomStringConvertible {
    /// The text, the edge, the points and the node, on one line.
    public var description: String { "\(title) \(fault): \(extent) (at \(path)); \(advice)" }

    /// The text, the edge and the points, followed by advice.
    public var message: String { "\(title) \(fault): \(extent); \(advice)" }

    /// The text in quotes, shortened to 40 characters.
    var title: String { limit == .edge ? "'\(content.oneLine(limit: 41))'" : "the content" }

    /// The fault, as the verb of the message.
    var fault: String { limit == .edge ? "is cut" : "leaves its margins" }

    /// The length beyond the edge, as text.
    var extent: String {
        let length = (points * 10).rounded() / 10
        return
            "\(length == length.rounded() ? "\(Int(saturating: length))" : "\(length)") pt of it reach beyond the \(edge.rawValue) \(limit.rawValue)"
    }

    /// The advice at the end of a message.
    var advice: String {
        limit == .edge
            ? "give it a 'minimumScaleFactor', or leave something out in a 'ViewThatFits'" : "leave something out in a 'ViewThatFits'"
    }
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
            add(text.text, frame, slack: Size(1, max(1, metrics.slack)), bounds, &found)
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

extension PreparedWidget {
    /// The texts and symbols that are cut, or else the content if it leaves its margins.
    ///
    /// Content whose height decides that of its place has a diagnostic of its own, and there is no margin to leave in a family without.
    public var overflows: [Overflow] {
        let cut = layout.overflow(in: canvas)
        guard cut.isEmpty, diagnostic == nil, case .padding(let margins)? = expanded.body.modifiers.last else { return cut }
        let isMirrored = layout.direction == .rightToLeft
        let (left, right) = isMirrored ? (margins.trailing, margins.leading) : (margins.leading, margins.trailing)
        let limits: [(Overflow.Edge, Double)] = [(.upper, margins.top), (.lower, margins.bottom), (.left, left), (.right, right)]
        return layout.overhang(in: canvas, margins: limits).map { [$0] } ?? []
    }
}

extension TextMetrics {
    /// The space above and below the letters in the box of a line.
    fileprivate var slack: Double { lineCount > 0 ? size.height / Double(lineCount) * 0.12 : 0 }
}

extension PlacedNode {
    /// The tolerance, in points, of content beyond a margin.
    private static let marginTolerance = 1.0

    /// The part of the content that extends farthest beyond a margin; nil if none does.
    fileprivate func overhang(in canvas: Size, margins: [(edge: Overflow.Edge, points: Double)]) -> Overflow? {
        var found: Overflow?
        func check(_ node: PlacedNode, tolerance: Double) {
            for (edge, margin) in margins where margin > 0 {
                let distance: Double =
                    switch edge {
                    case .upper: node.frame.minY
                    case .lower: canvas.height - node.frame.maxY
                    case .left: node.frame.minX
                    case .right: canvas.width - node.frame.maxX
                    }
                let points = margin - distance
                guard points > tolerance, points > found?.points ?? 0 else { continue }
                found = Overflow(content: "", path: node.path, edge: edge, points: points, limit: .margin)
            }
        }
        for node in principals.dropFirst() { check(node, tolerance: Self.marginTolerance) }
        for node in squeezed {
            guard case .text(_, _, _, let metrics) = node.drawn else {
                check(node, tolerance: Self.marginTolerance)
                continue
            }
            check(node, tolerance: max(Self.marginTolerance, metrics.slack))
        }
        return found
    }

    /// The texts and symbols in fixed frames that are smaller than their content, which a stack around them does not see.
    private var squeezed: [PlacedNode] {
        var found: [PlacedNode] = []
        collectSqueezed(false, into: &found)
        return found
    }

    private func collectSqueezed(_ isSqueezed: Bool, into found: inout [PlacedNode]) {
        var isSqueezed = isSqueezed
        switch (drawn, name) {
        case (.text(let text, _, _, _), _) where isSqueezed && !text.text.isEmpty: found.append(self)
        case (.image(let image), _) where isSqueezed: if case .symbol = image.kind { found.append(self) }
        // The contents of these are drawn outside their layout frames, or are cut.
        case (.effect(.offset), _), (.effect(.rotation), _), (.effect(.scale), _), (.effect(.rotation3D), _), (.effect(.hidden), _),
            (.effect(.clip), _):
            return
        case (.effect(.opacity(let opacity)), _) where opacity <= 0: return
        case (_, "frame"): isSqueezed = isSqueezed || children.contains { $0.frame.union(frame) != frame }
        default: break
        }
        for child in children { child.collectSqueezed(isSqueezed, into: &found) }
    }

    /// The node, and in it one inside the other the nodes that hold the content: what modifiers modify, and what a container contains alone.
    private var principals: [PlacedNode] {
        var nodes = [self]
        while let next = nodes.last?.principal { nodes.append(next) }
        return nodes
    }

    private var principal: PlacedNode? {
        switch (drawn, name) {
        // The contents of these are drawn outside their layout frames.
        case (.effect(.offset), _), (.effect(.rotation), _), (.effect(.scale), _), (.effect(.rotation3D), _), (.effect(.hidden), _): nil
        // What is larger than its own place is meant to be, such as a picture with a negative padding.
        case (_, "padding") where children.contains { $0.frame.union(frame) != frame }: nil
        case (_, "background"): children.last
        case (_, "overlay"), (_, "mask"): children.first
        default: children.count == 1 ? children[0] : nil
        }
    }
}
