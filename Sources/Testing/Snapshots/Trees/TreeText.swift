/// The text of an expanded tree as a reference: the version of its form, and the tree.
///
/// The trees of version 0.1.0 have no version, and no lines with details, such as the digests of pictures. They stay valid: a new tree is
/// compared with them in their own form.
enum TreeText {
    private static let mark = "tree: "
    private static let version = 2

    /// The text of a reference for an expanded tree.
    static func text(_ tree: String) -> String { "\(mark)\(version)\n\(tree)" }

    /// True for a tree in the form of version 0.1.0.
    static func isFormer(_ text: String) -> Bool { !text.isEmpty && !text.utf8.starts(with: mark.utf8) }

    /// A tree in the form of version 0.1.0.
    static func former(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.utf8.starts(with: mark.utf8) && !NodeLine.isDetail($0) }
            .joined(separator: "\n")
    }
}

extension SnapshotLevel {
    /// A text of this level in the form of its reference, which an earlier version can have recorded.
    package func text(_ text: String, inFormOf reference: String) -> String {
        isFormer(reference) ? TreeText.former(text) : text
    }

    /// True if a reference has the form of an earlier version, which says less.
    package func isFormer(_ reference: String) -> Bool { self == .tree && TreeText.isFormer(reference) }
}
