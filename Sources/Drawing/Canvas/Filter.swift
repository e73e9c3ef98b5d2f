/// How a picture is sampled when it is drawn at another size.
public enum Filter: String, Hashable, Sendable, CaseIterable {
    /// Smooth, by area where the picture shrinks.
    case good
    /// The nearest pixel: sharp blocks.
    case nearest
}
