extension SnapshotLevel {
    /// A text of this level without the masked parts.
    func text(_ text: String, hiding names: Set<String>) -> String {
        switch self {
        case .tree, .layout: MaskedTree.text(text, hiding: names)
        case .line: BarLines.text(text, hiding: names)
        case .timeline: TimelineText.text(text, hiding: names)
        case .picture: text
        }
    }

    /// The differences between two texts of this level, one line each.
    package func changes(from old: String, to new: String) -> [String] {
        switch self {
        case .tree: NodeChanges.tree(old, new)
        case .layout: NodeChanges.layout(old, new)
        case .line: BarLines.changes(old, new)
        case .timeline: TimelineChanges.changes(old, new)
        case .picture: []
        }
    }
}
