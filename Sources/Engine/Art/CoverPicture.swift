import Files

/// A cover as a square PNG.
struct CoverPicture: Hashable, Sendable {
    let png: [UInt8]
    /// The file of its own that holds it; nil where it cannot be kept.
    let file: String?
    /// Why it cannot be kept.
    var problem: WriteError?
}
