import SubdialCGIF
import SubdialCWebP

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
    fileprivate func check(width: Int, height: Int, _ format: ImageFormat) throws(ImageError) {
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
    fileprivate func difference(from other: Bitmap) -> PixelRect? {
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
    fileprivate var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

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

/// Encodes a lossless animated WebP with libwebp, which computes the changed areas itself.
final class WebPAnimationEncoder: AnimationEncoder {
    private let encoder: OpaquePointer
    private let width: Int
    private let height: Int
    private var shown: Bitmap?
    /// The start of the next frame, in milliseconds.
    private var time = 0

    /// - Throws: ``ImageError/codec(_:_:)`` for a size that WebP does not support: the maximum edge is 16,383 pixels.
    init(width: Int, height: Int) throws(ImageError) {
        var options = WebPAnimEncoderOptions()
        guard WebPAnimEncoderOptionsInit(&options) != 0 else { throw .codec(.webp, "another version of the library") }
        guard width <= WEBP_MAX_DIMENSION, height <= WEBP_MAX_DIMENSION else {
            throw .codec(.webp, "an edge of \(max(width, height)) pixels is too long: WebP has \(WEBP_MAX_DIMENSION) at most")
        }
        guard let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options) else { throw .codec(.webp, "not enough memory") }
        self.encoder = encoder
        self.width = width
        self.height = height
    }

    deinit {
        WebPAnimEncoderDelete(encoder)
    }

    private(set) var byteCount = 0

    func add(_ frame: Bitmap, milliseconds: Int) throws(ImageError) {
        try frame.check(width: width, height: height, .webp)
        if let rect = shown.map(frame.difference(from:)) ?? frame.bounds {
            try encode(frame)
            // An estimate of two bytes per changed pixel.
            byteCount += rect.width * rect.height * 2
            shown = frame
        }
        time += milliseconds
    }

    private func encode(_ frame: Bitmap) throws(ImageError) {
        var configuration = WebPConfig()
        var picture = WebPPicture()
        // Level 2 of 9: for flat colours and text, the files are about as small as at the slower levels.
        guard WebPConfigInit(&configuration) != 0, WebPConfigLosslessPreset(&configuration, 2) != 0, WebPPictureInit(&picture) != 0 else {
            throw .codec(.webp, "another version of the library")
        }
        defer { WebPPictureFree(&picture) }
        picture.use_argb = 1
        (picture.width, picture.height) = (Int32(width), Int32(height))
        let straight = frame.rgba
        guard WebPPictureImportRGBA(&picture, straight, Int32(width * 4)) != 0 else { throw .codec(.webp, "not enough memory") }
        guard WebPAnimEncoderAdd(encoder, &picture, Int32(clamping: time), &configuration) != 0 else { throw failure }
    }

    func finish() throws(ImageError) -> [UInt8] {
        guard shown != nil else { throw .codec(.webp, "an animation has one frame at least") }
        // The end of the last frame.
        guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: time), nil) != 0 else { throw failure }
        var data = WebPData()
        WebPDataInit(&data)
        defer { WebPDataClear(&data) }
        guard WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw failure }
        return Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
    }

    private var failure: ImageError { .codec(.webp, String(cString: WebPAnimEncoderGetError(encoder))) }
}

/// Encodes an animated GIF with giflib; each frame contains only the rectangle that differs from the previous one, with its own colour table.
///
/// A pixel with an alpha of less than half is transparent; any other pixel is opaque.
final class GIFEncoder: AnimationEncoder {
    private let file: UnsafeMutablePointer<GifFileType>
    private let output: Output
    private let width: Int
    private let height: Int
    private var isClosed = false
    /// The canvas before the pending frame; nil if it is empty.
    private var shown: Bitmap?
    private var pending: (frame: Bitmap, milliseconds: Int)?
    /// The rounding error of the previous durations, in milliseconds.
    private var remainder = 0

    private final class Output {
        var bytes: [UInt8] = []
    }

    /// - Throws: ``ImageError/codec(_:_:)`` for a size that GIF does not support: the maximum edge is 65,535 pixels.
    init(width: Int, height: Int) throws(ImageError) {
        output = Output()
        var status: Int32 = 0
        let write: OutputFunc = { file, bytes, count in
            guard let file, let bytes, let data = file.pointee.UserData else { return 0 }
            Unmanaged<Output>.fromOpaque(data).takeUnretainedValue().bytes += UnsafeBufferPointer(start: bytes, count: Int(count))
            return count
        }
        guard width <= 65_535, height <= 65_535 else { throw .codec(.gif, "an edge of \(max(width, height)) pixels is too long") }
        guard let file = EGifOpen(Unmanaged.passUnretained(output).toOpaque(), write, &status) else {
            throw .codec(.gif, "not enough memory")
        }
        self.file = file
        (self.width, self.height) = (width, height)
        EGifSetGifVersion(file, true)
        try check(EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, nil))
        // 0 repetitions stand for an endless loop.
        try check(EGifPutExtensionLeader(file, Int32(APPLICATION_EXT_FUNC_CODE)))
        try check(EGifPutExtensionBlock(file, 11, "NETSCAPE2.0"))
        try check(EGifPutExtensionBlock(file, 3, [1, 0, 0] as [UInt8]))
        try check(EGifPutExtensionTrailer(file))
    }

    deinit {
        if !isClosed { EGifCloseFile(file, nil) }
    }

    var byteCount: Int { output.bytes.count }

    func add(_ frame: Bitmap, milliseconds: Int) throws(ImageError) {
        try frame.check(width: width, height: height, .gif)
        guard let last = pending else {
            pending = (frame, milliseconds)
            return
        }
        guard last.frame != frame else {
            pending?.milliseconds += milliseconds
            return
        }
        try write(last.frame, milliseconds: last.milliseconds, isWipedAfter: frame.uncovers(last.frame))
        pending = (frame, milliseconds)
    }

    func finish() throws(ImageError) -> [UInt8] {
        guard let last = pending else { throw .codec(.gif, "an animation has one frame at least") }
        try write(last.frame, milliseconds: last.milliseconds, isWipedAfter: false)
        pending = nil
        isClosed = true
        var status: Int32 = 0
        guard EGifCloseFile(file, &status) == GIF_OK else { throw Self.failure(status) }
        return output.bytes
    }

    /// - Parameter isWipedAfter: True if the next frame has transparent pixels where this one is opaque, so that it needs an empty canvas.
    private func write(_ frame: Bitmap, milliseconds: Int, isWipedAfter: Bool) throws(ImageError) {
        let rect = shown.flatMap { isWipedAfter ? nil : frame.difference(from: $0) } ?? frame.bounds
        shown = isWipedAfter ? nil : frame
        let time = milliseconds + remainder
        let hundredths = max(2, (time + 5) / 10)
        remainder = time - hundredths * 10
        let pixels = frame.part(rect).visibleColors
        var table = ColorTable(of: pixels.lazy.compactMap { $0 })
        // A power of two; the last index is transparent.
        var size = 2
        while size < table.colors.count + 1 { size *= 2 }
        let transparent = UInt8(size - 1)
        var control = GraphicsControlBlock(
            DisposalMode: Int32(isWipedAfter ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT), UserInputFlag: false,
            DelayTime: Int32(min(hundredths, 65_535)), TransparentColor: Int32(transparent))
        var block = [UInt8](repeating: 0, count: 4)
        EGifGCBToExtension(&control, &block)
        try check(EGifPutExtension(file, Int32(GRAPHICS_EXT_FUNC_CODE), 4, block))

        guard let map = GifMakeMapObject(Int32(size), nil) else { throw .codec(.gif, "not enough memory") }
        defer { GifFreeMapObject(map) }
        for (index, color) in table.colors.enumerated() {
            map.pointee.Colors[index] = GifColorType(
                Red: UInt8(color >> 16 & 0xFF), Green: UInt8(color >> 8 & 0xFF), Blue: UInt8(color & 0xFF))
        }
        try check(EGifPutImageDesc(file, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height), false, map))
        for y in 0..<rect.height {
            var line = (0..<rect.width).map { x in
                pixels[y * rect.width + x].map { table.index(of: $0, x: rect.x + x, y: rect.y + y) } ?? transparent
            }
            try check(EGifPutLine(file, &line, Int32(rect.width)))
        }
    }

    private func check(_ status: Int32) throws(ImageError) {
        guard status == GIF_OK else { throw Self.failure(file.pointee.Error) }
    }

    private static func failure(_ status: Int32) -> ImageError {
        .codec(.gif, GifErrorString(status).map { String(cString: $0) } ?? "error \(status)")
    }
}

extension Bitmap {
    /// The colours of the opaque pixels without their alpha; nil for transparent pixels.
    fileprivate var visibleColors: [ColorTable.RGB?] {
        pixels.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt32.self).map { pixel in
                guard pixel >> 24 >= 128 else { return nil }
                let straight = StraightAlpha.rgba(premultiplied: pixel)
                return (straight & 0xFF) << 16 | straight & 0xFF00 | straight >> 16 & 0xFF
            }
        }
    }

    /// True if a pixel is transparent that is opaque in `earlier`.
    fileprivate func uncovers(_ earlier: Bitmap) -> Bool {
        stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] < 128 && earlier.pixels[$0] >= 128 }
    }
}
