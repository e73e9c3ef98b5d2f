import SubdialCWebP

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
