import SubdialBasics
import SubdialDocuments

/// A part of a picture that is not compared.
package enum SnapshotMask: Hashable, Sendable {
    /// A rectangle in points, from the top left corner.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// The frames of the nodes with this id.
    case node(String)
}

/// The error of a mask without a matching node.
package struct UnmatchedMask: Error, CustomStringConvertible, Hashable, Sendable, Codable {
    /// The node's id.
    package var node: String
    /// A suggestion for the id, as the end of a sentence; empty if there is none.
    package var hint: String

    /// The message.
    package var description: String { "there is no node '\(node.limited(to: 80))' to mask\(hint)" }
}
