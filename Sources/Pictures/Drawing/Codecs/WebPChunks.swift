/// The chunks of a WebP file that matter for drawing, besides the pixels.
struct WebPChunks {
    /// How the picture is turned.
    private(set) var orientation = Orientation.up
    /// The colours by the ICC profile; nil if there is none.
    private(set) var colors: SourceColors?
    /// The first frame of an animation; nil for a still picture.
    private(set) var frame: Frame?

    /// A frame of an animation: where it is on the canvas, and the range of its own chunks in the file.
    struct Frame {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        let content: Range<Int>
    }

    /// Reads the chunks of a file.
    init(_ bytes: [UInt8]) {
        var offset = 12
        while let length = bytes.littleEndian(at: offset + 4, count: 4) {
            let content = offset + 8..<min(bytes.count, offset + 8 + length)
            switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
            case "ICCP": colors = .profile(Array(bytes[content]))
            case "EXIF": orientation = EXIF.orientation(in: bytes[content])
            case "ANMF" where frame == nil: frame = Self.frame(bytes, content)
            default: break
            }
            // A chunk of odd length is followed by a byte of padding.
            offset += 8 + length + length % 2
        }
    }

    /// Reads a frame: its place in units of two pixels, its size less one, its duration and a byte of flags.
    private static func frame(_ bytes: [UInt8], _ content: Range<Int>) -> Frame? {
        let numbers = (0..<4).compactMap { bytes.littleEndian(at: content.lowerBound + 3 * $0, count: 3) }
        guard numbers.count == 4, content.count > 16 else { return nil }
        return Frame(
            x: numbers[0] * 2, y: numbers[1] * 2, width: numbers[2] + 1, height: numbers[3] + 1,
            content: content.lowerBound + 16..<content.upperBound)
    }
}

extension [UInt8] {
    /// The number in some bytes, the first the lowest; nil outside of the bytes.
    func littleEndian(at offset: Int, count size: Int) -> Int? {
        guard offset >= 0, offset + size <= count else { return nil }
        return self[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
