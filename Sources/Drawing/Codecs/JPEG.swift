import CJPEG

/// The JPEG decoder.
public enum JPEG {
    /// Decodes a JPEG and makes it upright according to its EXIF orientation.
    ///
    /// - Parameters:
    ///   - targetWidth: The required width of the upright picture. The result has the smallest scale of 1/1, 1/2, 1/4 and 1/8 at which
    ///     neither side is shorter than required; nil for 1/1.
    ///   - targetHeight: The required height.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    /// - Throws: ``ImageError``; damaged or missing data is an error, never a partial picture.
    public static func decode(
        _ bytes: [UInt8], targetWidth: Int? = nil, targetHeight: Int? = nil, limits: ImageLimits = .standard,
        isCancelled: () -> Bool = { false }
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        let header = try header(bytes)
        try limits.check(width: header.width, height: header.height)
        try limits.check(scans: header.scans, width: header.width, height: header.height)
        let orientation = EXIF.orientation(inJPEG: bytes)
        let target = orientation.swapsSides ? (targetHeight, targetWidth) : (targetWidth, targetHeight)
        let denominator = denominator(header.width, header.height, target.0, target.1)
        return try decode(bytes, header, denominator: denominator, limits, isCancelled).oriented(orientation)
    }

    /// The properties of a JPEG.
    struct Header: Hashable {
        /// The size before the orientation is applied.
        let width: Int
        let height: Int
        let scans: Int
        /// The bytes of the decoder's buffers, besides the pixels.
        let coefficientBytes: Int
    }

    /// Parses the header.
    static func header(_ bytes: [UInt8]) throws(ImageError) -> Header {
        var header = subdial_jpeg_header()
        var message = Message()
        let status = subdial_jpeg_read_header(bytes, bytes.count, &header, &message.characters)
        try check(status, message)
        return Header(
            width: Int(header.width), height: Int(header.height), scans: Int(header.scans),
            coefficientBytes: Int(clamping: header.coefficient_bytes))
    }

    /// Returns the denominator of the smallest scale that is not below the target.
    ///
    /// It depends only on the two sizes, and so do the pixels.
    static func denominator(_ width: Int, _ height: Int, _ targetWidth: Int?, _ targetHeight: Int?) -> Int {
        guard let targetWidth, let targetHeight else { return 1 }
        return [8, 4, 2].first { width >= targetWidth * $0 && height >= targetHeight * $0 } ?? 1
    }

    /// The memory for libjpeg's buffers of a few rows, which is not part of the estimate.
    private static let rowMemory = 16 << 20

    private static func decode(
        _ bytes: [UInt8], _ header: Header, denominator: Int, _ limits: ImageLimits, _ isCancelled: () -> Bool
    ) throws(ImageError) -> Bitmap {
        let width = (header.width + denominator - 1) / denominator
        let height = (header.height + denominator - 1) / denominator
        let pixelBytes = width * height * 4
        let needed = pixelBytes.addingReportingOverflow(header.coefficientBytes)
        try limits.check(memory: needed.overflow ? .max : needed.partialValue)
        let maximumScans = limits.scans(width: header.width, height: header.height)
        var message = Message()
        var status = SUBDIAL_JPEG_CORRUPT
        let pixels = [UInt8](unsafeUninitializedCapacity: pixelBytes) { target, count in
            guard let base = target.baseAddress else { return }
            status = StopQuestion.asking(isCancelled) { question in
                var checks = subdial_jpeg_limits()
                checks.maximum_scans = UInt32(clamping: maximumScans)
                checks.maximum_memory = UInt64(clamping: limits.maxMemory - pixelBytes + rowMemory)
                checks.should_stop = { StopQuestion.answer($0) }
                checks.context = question
                return subdial_jpeg_decode(
                    bytes, bytes.count, UInt32(denominator), &checks, base, UInt32(width), UInt32(height), &message.characters)
            }
            if status == SUBDIAL_JPEG_OK { count = pixelBytes }
        }
        switch status {
        case SUBDIAL_JPEG_TOO_MANY_SCANS: throw .tooManyScans(maximumScans + 1, limit: maximumScans)
        case SUBDIAL_JPEG_TOO_MUCH_MEMORY: throw .tooMuchMemory(max(limits.maxMemory + 1, needed.partialValue), limit: limits.maxMemory)
        default: try check(status, message)
        }
        return Bitmap(unchecked: pixels, width: width, height: height)
    }

    private static func check(_ status: subdial_jpeg_status, _ message: Message) throws(ImageError) {
        switch status {
        case SUBDIAL_JPEG_OK: return
        case SUBDIAL_JPEG_TRUNCATED: throw .truncated(.jpeg)
        case SUBDIAL_JPEG_UNSUPPORTED: throw .unsupported(.jpeg, message.text)
        case SUBDIAL_JPEG_STOPPED: throw .cancelled
        case SUBDIAL_JPEG_WRONG_BUFFER: throw .codec(.jpeg, message.text)
        default: throw .corrupt(.jpeg, message.text)
        }
    }

    /// The decoder's error message.
    private struct Message {
        var characters = [CChar](repeating: 0, count: Int(SUBDIAL_JPEG_MESSAGE_LENGTH))

        var text: String {
            String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
