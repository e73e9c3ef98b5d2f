/// A part of a picture that is not compared.
public enum SnapshotMask: Hashable, Sendable {
    /// A rectangle in points, from the top left corner.
    case rectangle(x: Double, y: Double, width: Double, height: Double)
    /// Where the node with this id stands.
    case node(String)
}
