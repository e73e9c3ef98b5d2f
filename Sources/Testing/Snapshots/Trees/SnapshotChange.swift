/// A change between the reference of a text and the text that was made.
package struct SnapshotChange: Hashable, Sendable {
    /// The change as a sentence: `title` has font title instead of headline.
    package let text: String
    /// The key of the node in the new tree, or of the nearest one around a node that is gone; nil if it is no node's.
    let node: String?
    /// What has changed with the values, equal in snapshots of one cause; empty for places and sizes alone, which depend on texts.
    let kind: String

    init(_ text: String, node: String? = nil, kind: String = "") {
        (self.text, self.node, self.kind) = (text, node, kind)
    }

    /// The changes of a node.
    ///
    /// - Parameters:
    ///   - phrases: What has changed, each with a verb first.
    ///   - edits: The parts of a cause.
    init(of line: NodeLine, _ phrases: [String], _ edits: [String], node: String? = nil) {
        self.init("\(line.name) \(phrases.joined(separator: ", "))", node: node ?? line.key, kind: edits.joined(separator: "\0"))
    }

    /// The maximum number of changes in a message; the rest is counted.
    static let limit = 20
}

extension [SnapshotChange] {
    /// The sentences of the changes; of many, the first ones and the number of the others, and places and sizes only after all else.
    package var summary: [String] {
        guard count > SnapshotChange.limit else { return map(\.text) }
        let sorted = filter { !$0.kind.isEmpty } + filter(\.kind.isEmpty)
        return sorted.prefix(SnapshotChange.limit).map(\.text) + ["and \(count - SnapshotChange.limit) changes more"]
    }
}
