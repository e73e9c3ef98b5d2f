import SubdialLayout
import SubdialUIKit
import Testing

@Suite("The sizes of pictures, from their headers")
struct PictureHeaderTests {
    /// The first bytes of a PNG: signature and header.
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width, 4) + big(height, 4) + [
            8, 6, 0, 0, 0,
        ]
    }

    static func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(value >> (8 * $0) & 0xFF) } }

    static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

    /// A JPEG of 40 × 30 with an EXIF orientation, 0 for none.
    static func jpeg(orientation: Int) -> [UInt8] {
        let tiff = Array("II".utf8) + little(42, 2) + little(8, 4) + little(1, 2) + little(0x0112, 2) + little(3, 2) + little(1, 4)
        let exif = Array("Exif\0\0".utf8) + tiff + little(orientation, 4) + little(0, 4)
        let segment = orientation == 0 ? [] : [0xFF, 0xE1] + big(exif.count + 2, 2) + exif
        return [0xFF, 0xD8] + segment + [0xFF, 0xDB, 0, 3, 0] + [0xFF, 0xC2] + big(11, 2) + [8] + big(30, 2) + big(40, 2) + [1, 0, 0, 0]
    }

    static func webP(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(22, 4) + Array("WEBP".utf8) + Array(chunk.utf8) + little(10, 4) + content
    }

    static let cases: [(String, [UInt8], Size?)] = [
        ("png", png(120, 80), Size(120, 80)),
        ("jpeg, upright", jpeg(orientation: 0), Size(40, 30)),
        ("jpeg, turned by 180°", jpeg(orientation: 3), Size(40, 30)),
        ("jpeg, turned by 90°", jpeg(orientation: 6), Size(30, 40)),
        ("gif", Array("GIF89a".utf8) + little(300, 2) + little(7, 2), Size(300, 7)),
        ("webp, lossy", webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(17, 2) + little(9, 2)), Size(17, 9)),
        ("webp, lossless", webP("VP8L", [0x2F] + little(16 | 8 << 14, 4)), Size(17, 9)),
        ("webp, extended", webP("VP8X", [0, 0, 0, 0] + little(16, 3) + little(8, 3)), Size(17, 9)),
        ("pdf", Array("%PDF-1.4\n1 0 obj<</Type/Page/MediaBox [0 0 24.5 12]>>".utf8), Size(24.5, 12)),
        ("pdf, cropped and turned", Array("%PDF-1.4\n<</MediaBox[0 0 100 100]/CropBox[10 20 40 30]/Rotate 90>>".utf8), Size(10, 30)),
        ("svg, by attributes", Array(#"<?xml version="1.0"?><!-- a > b --><svg width="20px" height='10'>"#.utf8), Size(20, 10)),
        ("svg, by the view box", Array(#"<svg xmlns="x" viewBox="0 0 24,12">"#.utf8), Size(24, 12)),
        ("svg, shares of the surroundings", Array(#"<svg width="100%" height="100%" viewBox="0 0 8 6">"#.utf8), Size(8, 6)),
        ("svg, one side", Array(#"<svg width="48" viewBox="0 0 24 12">"#.utf8), Size(48, 24)),
        ("svg, in points", Array(#"<svg width="3pt" height="6pt">"#.utf8), Size(4, 8)),
        ("svg without a size", Array("<svg>".utf8), nil),
        ("another markup", Array("<html>".utf8), nil),
        ("a cut png", Array(png(120, 80).prefix(20)), nil),
        ("an empty png", png(0, 80), nil),
        ("nothing", [], nil),
    ]

    @Test("The header gives the size of the upright picture", arguments: cases)
    func size(name: String, bytes: [UInt8], size: Size?) { #expect(PictureHeader(bytes)?.size == size, "\(name)") }

    @Test("No beginning of a picture crashes the reader", arguments: cases)
    func cut(name: String, bytes: [UInt8], size: Size?) {
        for count in 0..<bytes.count { _ = PictureHeader(Array(bytes.prefix(count))) }
    }
}
