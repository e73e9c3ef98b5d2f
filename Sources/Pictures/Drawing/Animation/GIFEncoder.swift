import SubdialCGIF

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
