import SubdialBasics
import SubdialDocuments

/// A part of a picture that is not compared.
package enum SnapshotMask: Hashable, Sendable {
    /// A rectangle in points, from the top left corner.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// The frames of the nodes with this id.
    case node(String)
}

/// The error of a mask that covers nothing: without a matching node, or outside the picture.
package struct UnmatchedMask: Error, CustomStringConvertible, Hashable, Sendable, Codable {
    /// The node's id, or the numbers of a rectangle.
    package var node: String
    /// A suggestion for the id, as the end of a sentence; empty if there is none.
    package var hint: String
    /// The size of the picture that a rectangle misses, in points; nil for a node.
    package var picture: String?

    /// Makes the error of a node.
    package init(node: String, hint: String, picture: String? = nil) { (self.node, self.hint, self.picture) = (node, hint, picture) }

    /// The message.
    package var description: String {
        guard let picture else { return "there is no node '\(node.limited(to: 80))' to mask\(hint)" }
        return "the mask \(node.limited(to: 80)) covers no part of the picture, which is \(picture) points; change or remove it"
    }
}
