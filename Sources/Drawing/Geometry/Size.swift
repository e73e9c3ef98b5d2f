/// A width and a height.
public struct Size: Hashable, Sendable {
    /// The extent along x.
    public var width: Double
    /// The extent along y.
    public var height: Double

    /// The size of 0 by 0.
    public static let zero = Size(0, 0)

    /// Creates a size.
    public init(_ width: Double, _ height: Double) {
        self.width = width
        self.height = height
    }
}
