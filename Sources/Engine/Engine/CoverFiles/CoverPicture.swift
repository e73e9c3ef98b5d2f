import SubdialSystem

/// A cover as a square PNG.
struct CoverPicture: Hashable, Sendable {
    let png: [UInt8]
    /// The path of its cache file; nil if it could not be written.
    let file: String?
    /// The error of the cache file.
    var problem: WriteError?
}
