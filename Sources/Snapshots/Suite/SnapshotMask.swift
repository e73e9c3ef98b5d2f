import JSON

/// A part of a picture that is not compared.
public enum SnapshotMask: Hashable, Sendable {
    /// A rectangle in points, from the top left corner.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// The frames of the nodes with this id.
    case node(String)
}

/// The error of a mask without a matching node.
public struct UnmatchedMask: Error, CustomStringConvertible, Hashable, Sendable, Codable {
    /// The node's id.
    public var node: String
    /// A suggestion for the id, as the end of a sentence; empty if there is none.
    public var hint: String

    /// The message.
    public var description: String { "there is no node '\(node.limited(to: 80))' to mask\(hint)" }
}
