import SubdialBasics

/// The changes between two texts of a tree, by node: moved, resized, truncated, changed text, changed style.
enum NodeChanges {
    /// The maximum number of listed changes; the rest is counted.
    static let limit = 20
    /// The tolerance in points for moves and sizes, below which a change is invisible.
    private static let tolerance = 0.05

    /// The changes of the placed layout.
    static func layout(_ old: String, _ new: String) -> [String] {
        summary(
            compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, parentMove in
                let ((old, oldRest), (new, newRest)) = (before.parts, after.parts)
                var parts: [String] = []
                guard old.count == 4, new.count == 4 else {
                    return (oldRest == newRest ? nil : "is written otherwise", (0, 0))
                }
                let (dx, dy) = (new[0] - old[0], new[1] - old[1])
                // A node that moves with its parent is not a change of its own.
                if dx.magnitude > tolerance, (dx - parentMove.0).magnitude > tolerance {
                    parts.append("moved \(points(dx)) \(dx > 0 ? "right" : "left")")
                }
                if dy.magnitude > tolerance, (dy - parentMove.1).magnitude > tolerance {
                    parts.append("moved \(points(dy)) \(dy > 0 ? "down" : "up")")
                }
                let (dw, dh) = (new[2] - old[2], new[3] - old[3])
                if dw.magnitude > tolerance { parts.append("is \(points(dw)) \(dw > 0 ? "wider" : "narrower")") }
                if dh.magnitude > tolerance { parts.append("is \(points(dh)) \(dh > 0 ? "taller" : "shorter")") }
                let (isCut, wasCut) = (newRest.hasSuffix("truncated"), oldRest.hasSuffix("truncated"))
                if isCut != wasCut { parts.append(isCut ? "is truncated now" : "is not truncated any more") }
                let (oldText, newText) = (NodeLine.quoted(oldRest), NodeLine.quoted(newRest))
                if oldText != newText {
                    parts.append("says \(NodeProperties.printed(newText)) instead of \(NodeProperties.printed(oldText))")
                }
                if parts.isEmpty, oldRest != newRest {
                    let changes = NodeProperties(newRest, isEscaped: false).changes(from: NodeProperties(oldRest, isEscaped: false))
                    parts = changes.isEmpty ? ["is written otherwise"] : changes
                }
                return (parts.isEmpty ? nil : parts.joined(separator: ", "), (dx, dy))
            })
    }

    /// The changes of the expanded tree.
    static func tree(_ old: String, _ new: String) -> [String] {
        summary(
            compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, _ in
                let (old, new) = (before.parts.rest, after.parts.rest)
                guard old != new else { return (nil, (0, 0)) }
                let changes = NodeProperties(new, isEscaped: true).changes(from: NodeProperties(old, isEscaped: true))
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
            // Most lines are equal, and need no parsing.
            let (told, move) = match.raw == line.raw ? (nil, (0, 0)) : judge(match, line, moves.last?.move ?? (0, 0))
            moves.append((line.indent, move))
            if let told { changes.append("\(line.name) \(told)") }
        }
        for line in old where !after.contains(line.key) { changes.append("\(line.name) is gone") }
        return changes
    }

    static func summary(_ changes: [String]) -> [String] {
        changes.count > limit ? Array(changes.prefix(limit)) + ["and \(changes.count - limit) changes more"] : changes
    }

    private static func points(_ length: Double) -> String {
        let rounded = (length.magnitude * 100).rounded() / 100
        return "\(rounded == rounded.rounded() ? String(Int(saturating: rounded)) : String(rounded)) pt"
    }
}
