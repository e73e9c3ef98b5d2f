/// The changes between two texts of a tree, by node: moved, resized, truncated, changed text, changed style.
enum NodeChanges {
    /// The maximum number of listed changes; the rest is counted.
    static let limit = 20
    /// The tolerance in points for moves and sizes, below which a change is invisible.
    private static let tolerance = 0.05

    /// The changes of the placed layout.
    static func layout(_ old: String, _ new: String) -> [String] {
        told(
            compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, parentMove in
                var parts: [String] = []
                guard before.frame.count == 4, after.frame.count == 4 else {
                    return (before.rest == after.rest ? nil : "is written otherwise", (0, 0))
                }
                let (dx, dy) = (after.frame[0] - before.frame[0], after.frame[1] - before.frame[1])
                // A node that moves with its parent is not a change of its own.
                if dx.magnitude > tolerance, (dx - parentMove.0).magnitude > tolerance {
                    parts.append("moved \(points(dx)) \(dx > 0 ? "right" : "left")")
                }
                if dy.magnitude > tolerance, (dy - parentMove.1).magnitude > tolerance {
                    parts.append("moved \(points(dy)) \(dy > 0 ? "down" : "up")")
                }
                let (dw, dh) = (after.frame[2] - before.frame[2], after.frame[3] - before.frame[3])
                if dw.magnitude > tolerance { parts.append("is \(points(dw)) \(dw > 0 ? "wider" : "narrower")") }
                if dh.magnitude > tolerance { parts.append("is \(points(dh)) \(dh > 0 ? "taller" : "shorter")") }
                let (isCut, wasCut) = (after.rest.hasSuffix("truncated"), before.rest.hasSuffix("truncated"))
                if isCut != wasCut { parts.append(isCut ? "is truncated now" : "is not truncated any more") }
                let (oldText, newText) = (NodeLine.quoted(before.rest), NodeLine.quoted(after.rest))
                if oldText != newText { parts.append("says \(NodeProperties.shown(newText)) instead of \(NodeProperties.shown(oldText))") }
                if parts.isEmpty, before.rest != after.rest {
                    let changes = NodeProperties(after.rest, isEscaped: false).changes(from: NodeProperties(before.rest, isEscaped: false))
                    parts = changes.isEmpty ? ["is written otherwise"] : changes
                }
                return (parts.isEmpty ? nil : parts.joined(separator: ", "), (dx, dy))
            })
    }

    /// The changes of the expanded tree.
    static func tree(_ old: String, _ new: String) -> [String] {
        told(
            compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, _ in
                guard before.rest != after.rest else { return (nil, (0, 0)) }
                let changes = NodeProperties(after.rest, isEscaped: true).changes(from: NodeProperties(before.rest, isEscaped: true))
                return (changes.isEmpty ? "is written otherwise" : changes.joined(separator: ", "), (0, 0))
            })
    }

    private typealias Verdict = (String?, (Double, Double))

    private static func compare(_ old: [NodeLine], _ new: [NodeLine], _ judge: (NodeLine, NodeLine, (Double, Double)) -> Verdict)
        -> [String]
    {
        let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
        let after = Set(new.map(\.key))
        var changes: [String] = []
        // The moves of the ancestors of the current node, by indentation.
        var moves: [(indent: Int, move: (Double, Double))] = []
        for line in new {
            while let last = moves.last, last.indent >= line.indent { moves.removeLast() }
            guard let match = before[line.key] else {
                changes.append("\(line.name) is new")
                continue
            }
            let (told, move) = judge(match, line, moves.last?.move ?? (0, 0))
            moves.append((line.indent, move))
            if let told { changes.append("\(line.name) \(told)") }
        }
        for line in old where !after.contains(line.key) { changes.append("\(line.name) is gone") }
        return changes
    }

    static func told(_ changes: [String]) -> [String] {
        changes.count > limit ? Array(changes.prefix(limit)) + ["and \(changes.count - limit) changes more"] : changes
    }

    private static func points(_ length: Double) -> String {
        let rounded = (length.magnitude * 100).rounded() / 100
        return "\(rounded == rounded.rounded() ? String(Int(saturating: rounded)) : String(rounded)) pt"
    }
}
