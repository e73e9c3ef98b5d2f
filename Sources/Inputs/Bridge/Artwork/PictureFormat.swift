/// The supported picture formats, detected from the first bytes, because the content type of a server is not reliable.
///
/// Bridges send an SVG for "no picture", which is not one of these formats.
enum PictureFormat: Hashable, Sendable, CaseIterable {
    case jpeg, png, webp, gif, bmp
    /// AVIF and HEIC.
    case heif

    /// Returns nil for any other content.
    init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.count == 12, start.starts(with: "RIFF".utf8), start[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if start.starts(with: "GIF8".utf8) {
            self = .gif
        } else if start.starts(with: "BM".utf8) {
            self = .bmp
        } else if start.dropFirst(4).starts(with: "ftyp".utf8) {
            self = .heif
        } else {
            return nil
        }
    }
}
