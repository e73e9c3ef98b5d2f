/// The format of a picture file, detected from its first bytes.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// WebP.
    case webp
    /// GIF, of which the first frame is drawn.
    case gif
    /// A Windows bitmap.
    case bmp
    /// AVIF.
    case avif
    /// HEIC, the format of iPhones.
    case heic
    /// SVG, which ``VectorPicture`` draws.
    case svg
    /// PDF, which ``VectorPicture`` draws.
    case pdf
    /// Any other content.
    case unknown

    /// Detects the format from the content; the name and the declared type of a file are ignored.
    package static func sniff(_ bytes: [UInt8]) -> ImageFormat {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: PNG.signature) { return .png }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
        if BMPReader.isBMP(bytes) { return .bmp }
        if let format = container(bytes) { return format }
        if bytes.starts(with: "%PDF-".utf8) { return .pdf }
        if isSVG(bytes) { return .svg }
        return .unknown
    }

    /// The format of an ISO container by its brands, which are names of four bytes; nil for anything else, such as a film.
    private static func container(_ bytes: [UInt8]) -> ImageFormat? {
        guard let length = bytes.bigEndian(at: 0), bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        // The main brand, a version, and the other brands.
        let end = min(length, bytes.count, 256)
        let brands = stride(from: 8, to: max(8, end - 3), by: 4).filter { $0 != 12 }.map {
            String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)
        }
        if brands.contains("avif") || brands.contains("avis") { return .avif }
        return brands.contains { ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains($0) } ? .heic : nil
    }

    /// True if the first tag that is neither a declaration nor a comment is `svg`.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        var rest = Substring(head)
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
        while true {
            rest = rest.drop(while: \.isWhitespace)
            let end: String
            if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
                end = ">"
            } else {
                break
            }
            guard let range = rest.firstRange(of: end) else { return false }
            rest = rest[range.upperBound...]
        }
        guard rest.hasPrefix("<svg") else { return false }
        return rest.dropFirst(4).first.map { $0.isWhitespace || $0 == ">" || $0 == "/" } ?? true
    }
}
