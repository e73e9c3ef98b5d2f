/// A format of moving pictures.
public enum AnimationFormat: String, Hashable, Sendable, CaseIterable {
    /// PNG with more than one frame: all colours, all degrees of opacity. A reader that does not know it shows the first frame.
    case apng
    /// 256 colours in what changes from frame to frame, and pixels that are opaque or not there.
    case gif
    /// Lossless WebP: all colours, all degrees of opacity, the smallest files.
    case webp

    /// An encoder of frames of that many pixels, which shows them again and again.
    ///
    /// - Throws: ``ImageError`` where the library has no memory, or the format no room for so large a picture.
    public func encoder(width: Int, height: Int) throws(ImageError) -> any AnimationEncoder {
        switch self {
        case .apng: APNGEncoder(width: width, height: height)
        case .gif: try GIFEncoder(width: width, height: height)
        case .webp: try WebPAnimationEncoder(width: width, height: height)
        }
    }
}

/// Takes the frames of an animation in their order, and makes the file of them.
public protocol AnimationEncoder: AnyObject {
    /// The bytes that the frames take so far; of a format whose library does not tell them, an estimate that is rather too high.
    var byteCount: Int { get }

    /// Takes a frame.
    ///
    /// - Parameter milliseconds: How long it is shown, 1 or more.
    /// - Throws: ``ImageError/codec(_:_:)`` for a frame of another size than the encoder's, or what the library tells.
    func add(_ frame: Bitmap, milliseconds: Int) throws(ImageError)

    /// The file; no frame is taken after it.
    ///
    /// - Throws: ``ImageError/codec(_:_:)`` where there is no frame, or what the library tells.
    func finish() throws(ImageError) -> [UInt8]
}

extension Bitmap {
    /// - Throws: ``ImageError/codec(_:_:)`` where the picture has another size.
    func check(width: Int, height: Int, _ format: ImageFormat) throws(ImageError) {
        guard self.width == width, self.height == height else {
            throw .codec(format, "a frame has \(self.width)×\(self.height) pixels, and the animation \(width)×\(height)")
        }
    }
}

/// Pixels of a picture: columns and rows.
struct PixelRect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

extension Bitmap {
    /// The smallest rectangle outside which two pictures of one size are the same; nil for equal pictures.
    func difference(from other: Bitmap) -> PixelRect? {
        pixels.withUnsafeBytes { mine in
            other.pixels.withUnsafeBytes { theirs in
                let (mine, theirs) = (mine.bindMemory(to: UInt32.self), theirs.bindMemory(to: UInt32.self))
                func row(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }
                func differs(_ y: Int) -> Bool { row(y).contains { mine[$0] != theirs[$0] } }
                guard let top = (0..<height).first(where: differs), let bottom = (top..<height).last(where: differs) else { return nil }
                var (left, right) = (width, -1)
                for y in top...bottom {
                    let start = y * width
                    if let first = (0..<left).first(where: { mine[start + $0] != theirs[start + $0] }) { left = first }
                    if let last = (max(right + 1, left)..<width).last(where: { mine[start + $0] != theirs[start + $0] }) { right = last }
                }
                return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
            }
        }
    }

    /// The pixels in a rectangle that lies within the picture.
    func part(_ rect: PixelRect) -> Bitmap {
        if rect.width == width, rect.height == height { return self }
        var part: [UInt8] = []
        part.reserveCapacity(rect.width * rect.height * 4)
        for y in rect.y..<rect.y + rect.height {
            let start = (y * width + rect.x) * 4
            part += pixels[start..<start + rect.width * 4]
        }
        return Bitmap(unchecked: part, width: rect.width, height: rect.height)
    }

    /// All of it.
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
