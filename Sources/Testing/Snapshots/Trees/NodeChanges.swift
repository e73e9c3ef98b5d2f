import SubdialBasics

/// The changes between two texts of a tree, by node: moved, resized, truncated, changed text, changed style.
enum NodeChanges {
    /// The tolerance in points for moves and sizes, below which a change is invisible.
    private static let tolerance = 0.05
    /// The properties that follow from the length of a text, as sizes do.
    private static let measures: Set<String> = ["lines", "scale"]

    /// The changes of the placed layout.
    static func layout(_ old: String, _ new: String) -> [SnapshotChange] {
        compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, parentMove in
            let ((old, oldRest), (new, newRest)) = (before.parts, after.parts)
            var parts: [String] = []
            let (oldProperties, newProperties) = (NodeProperties(oldRest), NodeProperties(newRest))
            let edits = edits(from: oldProperties, to: newProperties, newRest, isEqual: oldRest == newRest)
            guard old.count == 4, new.count == 4 else {
                return Verdict(phrases: oldRest == newRest ? [] : ["is written otherwise"], edits: edits)
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
            if let change = newProperties.changeOfText(from: oldProperties) { parts.append(change) }
            if parts.isEmpty, oldRest != newRest {
                let changes = newProperties.changes(from: oldProperties)
                parts = changes.isEmpty ? ["is written otherwise"] : changes
            }
            return Verdict(phrases: parts, edits: edits, move: (dx, dy))
        }
    }

    /// The changes of the expanded tree.
    static func tree(_ old: String, _ new: String) -> [SnapshotChange] {
        compare(NodeLine.lines(old), NodeLine.lines(new)) { before, after, _ in
            let (old, new) = (before.parts.rest, after.parts.rest)
            guard old != new else { return Verdict() }
            let (oldProperties, newProperties) = (NodeProperties(old), NodeProperties(new))
            let changes = newProperties.changes(from: oldProperties)
            return Verdict(
                phrases: changes.isEmpty ? ["is written otherwise"] : changes,
                edits: edits(from: oldProperties, to: newProperties, new, isEqual: false))
        }
    }

    /// The parts of a cause; the whole line if its properties do not say what is different.
    private static func edits(from old: NodeProperties, to new: NodeProperties, _ rest: String, isEqual: Bool) -> [String] {
        guard !isEqual else { return [] }
        return new.changes(from: old).isEmpty ? ["is \(rest)"] : new.edits(from: old, without: measures)
    }

    /// The change of a node.
    private struct Verdict {
        var phrases: [String] = []
        /// The parts of a cause: all but places and sizes.
        var edits: [String] = []
        var move = (0.0, 0.0)
    }

    private static func compare(_ old: [NodeLine], _ new: [NodeLine], _ judge: (NodeLine, NodeLine, (Double, Double)) -> Verdict)
        -> [SnapshotChange]
    {
        let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
        let after = Set(new.map(\.key))
        var changes: [SnapshotChange] = []
        // The moves of the ancestors of the current node, by indentation.
        var moves: [(indent: Int, move: (Double, Double))] = []
        for line in new {
            while let last = moves.last, last.indent >= line.indent { moves.removeLast() }
            guard let match = before[line.key] else {
                changes.append(SnapshotChange(of: line, ["is new"], ["is new \(line.parts.rest)"]))
                continue
            }
            // Most lines are equal, and need no parsing.
            let verdict = match.isWritten(as: line) ? Verdict() : judge(match, line, moves.last?.move ?? (0, 0))
            moves.append((line.indent, verdict.move))
            if !verdict.phrases.isEmpty { changes.append(SnapshotChange(of: line, verdict.phrases, verdict.edits)) }
        }
        // The ancestors of the current node that are still there, by indentation.
        var around: [NodeLine] = []
        for line in old {
            while let last = around.last, last.indent >= line.indent { around.removeLast() }
            if after.contains(line.key) {
                around.append(line)
            } else {
                let edit = "is gone \(line.key)"
                changes.append(SnapshotChange(of: line, ["is gone"], [edit], node: around.last?.key ?? new.first?.key))
            }
        }
        return changes
    }

    /// The change of a text whose nodes are equal, such as an added empty line; empty for equal texts.
    static func line(_ old: String, _ new: String) -> [SnapshotChange] {
        let (before, after) = (lines(old), lines(new))
        guard let index = (0..<max(before.count, after.count)).first(where: { before.at($0) != after.at($0) }) else { return [] }
        let text =
            switch (before.at(index), after.at(index)) {
            case (nil, _): "line \(index + 1) is new"
            case (let line?, _) where line.allSatisfy(\.isWhitespace): "line \(index + 1) of the reference is empty, and no node"
            case (_, nil): "line \(index + 1) of the reference is gone"
            case (let old?, let new?): "line \(index + 1) is \(printed(new)) instead of \(printed(old))"
            }
        return [SnapshotChange(text, kind: text)]
    }

    private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private static func printed(_ line: Substring) -> String { NodeProperties.printed("\"\(line)\"") }

    private static func points(_ length: Double) -> String {
        let rounded = (length.magnitude * 100).rounded() / 100
        return "\(rounded == rounded.rounded() ? String(Int(saturating: rounded)) : String(rounded)) pt"
    }
}

extension [Substring] {
    /// The line with an index; nil if there are fewer.
    fileprivate func at(_ index: Int) -> Substring? { indices.contains(index) ? self[index] : nil }
}
