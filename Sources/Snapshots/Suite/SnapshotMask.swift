/// A part of a picture that is not compared.
public enum SnapshotMask: Hashable, Sendable {
    /// A rectangle in points, from the top left corner.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// Where the node with this id stands.
    case node(String)
}

/// A mask of a node that a widget does not have.
public struct UnmatchedMask: Error, CustomStringConvertible, Hashable, Sendable, Codable {
    /// The node's id.
    public var node: String
    /// The id that may be meant, as an ending of a sentence; empty where none is near.
    public var hint: String

    /// The message.
    public var description: String { "there is no node '\(node)' to mask\(hint)" }
}
