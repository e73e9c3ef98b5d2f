import SubdialDrawing
import SubdialGLib

/// The size and a short SHA-256 of a picture, by which a tree shows that it is another one.
///
/// The digest is that of the pixels, so that another compression of the same pixels is the same picture. A picture that is too large to be
/// decoded at its own size has the digest of its file.
struct PictureDigest: Hashable, CustomStringConvertible {
    /// The properties as in the tree: `size=600×600 digest=0f1e2d3c4b5a6978`.
    let description: String

    /// The number of hexadecimal digits.
    private static let digits = 16

    /// The digest of an encoded picture.
    init(_ bytes: [UInt8]) {
        do {
            let bitmap = try ImageDecoder.decode(bytes)
            description = "size=\(bitmap.width)×\(bitmap.height) digest=\(SHA256.hex(bitmap.pixels, digits: Self.digits))"
        } catch {
            description = "file=\(SHA256.hex(bytes, digits: Self.digits))"
        }
    }
}
