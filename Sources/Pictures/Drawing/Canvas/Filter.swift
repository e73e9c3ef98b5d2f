/// The sampling of scaled pictures.
package enum Filter: String, Hashable, Sendable, CaseIterable {
    /// Smooth; by area if the picture is scaled down.
    case good
    /// The nearest pixel, with sharp edges.
    case nearest
}
