/// A cover that somebody wants: which picture, how large, and where it is kept.
struct CoverOrder: Hashable, Sendable {
    let source: CoverSource
    /// The edge of the square, in pixels.
    let side: Int
    let folder: CoverFolder
}
