import SubdialBasics

/// The encoded picture of a cover from a source.
///
/// Pictures are equal if their content is equal, regardless of tracks and files: an album's cover is decoded once, and an overwritten file
/// is another picture.
struct EncodedCover: Hashable, Sendable {
    /// The encoded picture.
    let bytes: [UInt8]
    /// The hash of the content.
    ///
    /// An attacker who finds another picture with it could only replace a cover by another one of their own.
    let digest: WideHash

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = WideHash(bytes)
    }

    static func == (left: EncodedCover, right: EncodedCover) -> Bool { left.digest == right.digest }
    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
