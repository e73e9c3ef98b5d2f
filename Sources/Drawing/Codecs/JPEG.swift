import CJPEG

/// The JPEG decoder.
public enum JPEG {
    /// Decodes a JPEG and turns it upright as its EXIF says.
    ///
    /// - Parameters:
    ///   - targetWidth: The width that is wanted in the end, of the upright picture. The result is the smallest of 1/1, 1/2, 1/4 and 1/8 of
    ///     the source that is not below the target in either direction; 1/1 where nil.
    ///   - targetHeight: The height that is wanted in the end.
    /// - Throws: ``ImageError``; damaged or missing data is an error, never a partial picture.
    public static func decode(
        _ bytes: [UInt8], targetWidth: Int? = nil, targetHeight: Int? = nil, limits: ImageLimits = .standard
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        let (width, height) = try size(bytes)
        try limits.check(width: width, height: height)
        let orientation = EXIF.orientation(inJPEG: bytes)
        let target = orientation.swapsSides ? (targetHeight, targetWidth) : (targetWidth, targetHeight)
        let denominator = denominator(width, height, target.0, target.1)
        return try decode(bytes, denominator: denominator, width: width, height: height).oriented(orientation)
    }

    /// The size by the header, before it is turned upright.
    static func size(_ bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        var header = subdial_jpeg_header()
        var message = Message()
        let status = subdial_jpeg_read_header(bytes, bytes.count, &header, &message.characters)
        try check(status, message)
        return (Int(header.width), Int(header.height))
    }

    /// The smallest scale that is not below the target: a function of the two sizes alone, so that the pixels are too.
    static func denominator(_ width: Int, _ height: Int, _ targetWidth: Int?, _ targetHeight: Int?) -> Int {
        guard let targetWidth, let targetHeight else { return 1 }
        return [8, 4, 2].first { width >= targetWidth * $0 && height >= targetHeight * $0 } ?? 1
    }

    private static func decode(_ bytes: [UInt8], denominator: Int, width: Int, height: Int) throws(ImageError) -> Bitmap {
        let width = (width + denominator - 1) / denominator
        let height = (height + denominator - 1) / denominator
        var message = Message()
        var status = SUBDIAL_JPEG_CORRUPT
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let base = target.baseAddress else { return }
            status = subdial_jpeg_decode(
                bytes,
                bytes.count,
                UInt32(denominator),
                base,
                UInt32(width),
                UInt32(height),
                &message.characters
            )
            if status == SUBDIAL_JPEG_OK { count = width * height * 4 }
        }
        try check(status, message)
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    private static func check(_ status: subdial_jpeg_status, _ message: Message) throws(ImageError) {
        switch status {
        case SUBDIAL_JPEG_OK: return
        case SUBDIAL_JPEG_TRUNCATED: throw .truncated(.jpeg)
        case SUBDIAL_JPEG_UNSUPPORTED: throw .unsupported(.jpeg, message.text)
        case SUBDIAL_JPEG_WRONG_BUFFER: throw .codec(.jpeg, message.text)
        default: throw .corrupt(.jpeg, message.text)
        }
    }

    /// What the decoder has to say when it fails.
    private struct Message {
        var characters = [CChar](repeating: 0, count: Int(SUBDIAL_JPEG_MESSAGE_LENGTH))

        var text: String {
            String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
