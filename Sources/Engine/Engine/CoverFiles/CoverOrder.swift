/// A requested cover: its picture, size and cache folder.
struct CoverOrder: Hashable, Sendable {
    let source: EncodedCover
    /// The side length of the square, in pixels.
    let side: Int
    let folder: CoverFolder
}
