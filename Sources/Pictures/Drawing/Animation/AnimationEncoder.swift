/// A file format of animations.
package enum AnimationFormat: String, Hashable, Sendable, CaseIterable {
    /// Animated PNG: all colours, with an alpha channel. A reader without support shows the first frame.
    case apng
    /// GIF: 256 colours in each changed area; pixels are either opaque or transparent.
    case gif
    /// Lossless WebP: all colours, with an alpha channel, and the smallest files.
    case webp

    /// Creates an encoder of an endless loop of frames of that size.
    ///
    /// - Throws: ``ImageError`` if the library is out of memory, or if the format does not support the size.
    package func encoder(width: Int, height: Int) throws(ImageError) -> any AnimationEncoder {
        switch self {
        case .apng: APNGEncoder(width: width, height: height)
        case .gif: try GIFEncoder(width: width, height: height)
        case .webp: try WebPAnimationEncoder(width: width, height: height)
        }
    }
}

/// Encodes the frames of an animation to a file.
package protocol AnimationEncoder: AnyObject {
    /// The size of the encoded frames so far in bytes; for formats whose library does not report it, a generous estimate.
    var byteCount: Int { get }

    /// Adds a frame.
    ///
    /// - Parameter milliseconds: The duration of the frame, 1 or more.
    /// - Throws: ``ImageError/codec(_:_:)`` for a frame of a different size, or for an error of the library.
    func add(_ frame: Bitmap, milliseconds: Int) throws(ImageError)

    /// Finishes the file; no frame can be added after it.
    ///
    /// - Throws: ``ImageError/codec(_:_:)`` without any frame, or for an error of the library.
    func finish() throws(ImageError) -> [UInt8]
}

extension Bitmap {
    /// - Throws: ``ImageError/codec(_:_:)`` for a picture of a different size.
    func check(width: Int, height: Int, _ format: ImageFormat) throws(ImageError) {
        guard self.width == width, self.height == height else {
            throw .codec(format, "a frame has \(self.width)×\(self.height) pixels, and the animation \(width)×\(height)")
        }
    }
}

/// A rectangle of pixels.
struct PixelRect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

extension Bitmap {
    /// The bounding rectangle of the differences between two pictures of the same size; nil for equal pictures.
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

    /// The pixels of a rectangle inside the picture.
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

    /// The rectangle of the whole picture.
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}
