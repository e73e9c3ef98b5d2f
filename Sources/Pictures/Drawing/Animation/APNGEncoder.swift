/// Encodes an animated PNG; each frame contains only the rectangle that differs from the previous one.
///
/// The chunks are those of the third edition of the PNG specification: `acTL`, `fcTL` and `fdAT`.
final class APNGEncoder: AnimationEncoder {
    private let width: Int
    private let height: Int
    private var shown: Bitmap?
    /// The changed part of the current frame, and the duration of that frame.
    private var pending: (rect: PixelRect, content: [[UInt8]], milliseconds: Int)?
    private var frames: [(rect: PixelRect, content: [[UInt8]], milliseconds: Int)] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    private(set) var byteCount = 0

    func add(_ frame: Bitmap, milliseconds: Int) throws(ImageError) {
        try frame.check(width: width, height: height, .png)
        if let shown, let previous = pending {
            guard let rect = frame.difference(from: shown) else {
                pending?.milliseconds += milliseconds
                return
            }
            frames.append(previous)
            pending = (rect, try PNG.fastData(frame.part(rect), channels: 4), milliseconds)
        } else {
            pending = (frame.bounds, try PNG.fastData(frame, channels: 4), milliseconds)
        }
        byteCount += pending?.content.reduce(0) { $0 + $1.count } ?? 0
        shown = frame
    }

    func finish() throws(ImageError) -> [UInt8] {
        if let pending { frames.append(pending) }
        pending = nil
        guard !frames.isEmpty else { throw .codec(.png, "an animation has one frame at least") }
        var writer = PNGWriter(capacity: byteCount + 1024 + 64 * frames.count)
        writer.header(width: width, height: height, channels: 4)
        // 0 repetitions stand for an endless loop.
        writer.chunk("acTL", .bigEndian(UInt32(frames.count)) + .bigEndian(UInt32(0)))
        var number: UInt32 = 0
        for (index, frame) in frames.enumerated() {
            writer.chunk("fcTL", Self.control(frame.rect, frame.milliseconds, number: number))
            number += 1
            guard index > 0 else {
                writer.chunk("IDAT", pieces: frame.content)
                continue
            }
            writer.chunk("fdAT", pieces: [.bigEndian(number)] + frame.content)
            number += 1
        }
        writer.chunk("IEND", [])
        return writer.bytes
    }

    private static func control(_ rect: PixelRect, _ milliseconds: Int, number: UInt32) -> [UInt8] {
        // The duration is a fraction of two 16-bit numbers.
        let (time, unit) =
            milliseconds <= 65_535 ? (milliseconds, 1000) : milliseconds <= 655_350 ? (milliseconds / 10, 100) : (milliseconds / 1000, 1)
        var bytes: [UInt8] = .bigEndian(number)
        for length in [rect.width, rect.height, rect.x, rect.y] { bytes += .bigEndian(UInt32(length)) }
        bytes += .bigEndian(UInt16(min(time, 65_535)))
        bytes += .bigEndian(UInt16(unit))
        // Dispose operation "none" and blend operation "source": the frame stays, and it replaces all pixels including their alpha.
        return bytes + [0, 0]
    }
}
