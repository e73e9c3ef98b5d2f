import SubdialCPixels

/// The JPEG decoder.
package enum JPEG {
    /// Decodes a JPEG and makes it upright according to its EXIF orientation.
    ///
    /// - Parameters:
    ///   - targetWidth: The required width of the upright picture. The result has the smallest scale of 1/1, 1/2, 1/4 and 1/8 at which
    ///     neither side is shorter than required; nil for 1/1.
    ///   - targetHeight: The required height.
    ///   - limits: The limits for the source.
    ///   - isCancelled: Called repeatedly during the decoding; true cancels it.
    ///   - report: Called with what is missing in the picture.
    /// - Throws: ``ImageError``; damaged data is an error, and so is data of less than half of the rows.
    package static func decode(
        _ bytes: [UInt8], targetWidth: Int? = nil, targetHeight: Int? = nil, limits: ImageLimits = .standard,
        isCancelled: () -> Bool = { false }, report: (ImageWarning) -> Void = { _ in }
    ) throws(ImageError) -> Bitmap {
        let plan = try Plan(bytes, targetWidth, targetHeight, limits, report)
        return try decode(bytes, plan, limits, isCancelled, report).oriented(plan.orientation)
    }

    /// Decodes the largest centred part with the aspect ratio of a size at that size, row by row: only the result is ever in memory.
    ///
    /// The pixels, the errors and the parameters are those of ``decode(_:targetWidth:targetHeight:limits:isCancelled:report:)``, with
    /// `Bitmap.filling` after it.
    ///
    /// - Parameters:
    ///   - make: Makes the result from the rows of a part of the picture; nil if a row is missing.
    ///   - convert: Makes the result of a picture that has to be turned, is not resized, or has other colours than sRGB, from its pixels.
    /// - Returns: What `make` or `convert` returns.
    static func filling<Picture>(
        _ bytes: [UInt8], width: Int, height: Int, limits: ImageLimits, isCancelled: () -> Bool,
        report: (ImageWarning) -> Void, make: (subdial_row_source, AspectCrop) -> Picture?, convert: (Bitmap) -> Picture?
    ) throws(ImageError) -> Picture? {
        let plan = try Plan(bytes, width, height, limits, report)
        let part = AspectCrop(sourceWidth: plan.width, sourceHeight: plan.height, width: width, height: height)
        guard plan.orientation == .up, plan.conversion == nil, (part.width, part.height) != (width, height) else {
            let whole = try decode(bytes, plan, limits, isCancelled, report).oriented(plan.orientation)
            guard !isCancelled() else { throw .cancelled }
            return convert(whole.filling(width: width, height: height))
        }
        var message = Message()
        var status = SUBDIAL_JPEG_CORRUPT
        var losses = subdial_jpeg_losses()
        let picture = withChecks(plan, limits, isCancelled) { checks -> Picture? in
            // The reader uses the bytes until it is closed.
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress,
                    let reader = subdial_jpeg_open(
                        start, bytes.count, UInt32(plan.denominator), plan.keepsInks, checks, UInt32(plan.width), UInt32(plan.height),
                        &status, &message.characters)
                else { return nil }
                var rows = subdial_jpeg_part(reader: reader, left: part.x, top: part.y)
                let picture = withUnsafeMutablePointer(to: &rows) {
                    make(subdial_row_source(row: subdial_jpeg_part_row, context: $0), part)
                }
                status = subdial_jpeg_close(reader, &losses, &message.characters)
                return picture
            }
        }
        try check(status, message, plan, limits)
        Self.report(losses, plan, report)
        return picture
    }

    /// The properties of a JPEG.
    struct Header: Hashable {
        /// The size before the orientation is applied.
        let width: Int
        let height: Int
        let scans: Int
        /// The bytes of the decoder's buffers, besides the pixels.
        let coefficientBytes: Int
        /// True if the file stores the absence of ink.
        let isInverted: Bool
    }

    /// Parses the header.
    static func header(_ bytes: [UInt8]) throws(ImageError) -> Header {
        var header = subdial_jpeg_header()
        var message = Message()
        let status = subdial_jpeg_read_header(bytes, bytes.count, &header, &message.characters)
        try check(status, message)
        return Header(
            width: Int(header.width), height: Int(header.height), scans: Int(header.scans),
            coefficientBytes: Int(clamping: header.coefficient_bytes), isInverted: header.is_inverted)
    }

    /// Returns the denominator of the smallest scale that is not below the target.
    ///
    /// It depends only on the two sizes, and so do the pixels.
    private static func denominator(_ width: Int, _ height: Int, _ targetWidth: Int?, _ targetHeight: Int?) -> Int {
        guard let targetWidth, let targetHeight else { return 1 }
        return [8, 4, 2].first { width >= targetWidth * $0 && height >= targetHeight * $0 } ?? 1
    }

    /// The memory for libjpeg's buffers of a few rows, which is not part of the estimate.
    private static let rowMemory = 16 << 20

    /// The decoding of a picture, checked against the limits.
    private struct Plan {
        let denominator: Int
        /// The size of the decoded picture, before it is turned.
        let width: Int
        let height: Int
        /// The height in the file.
        let fileHeight: Int
        let orientation: Orientation
        /// The conversion of the colours; nil if they are those of sRGB.
        let conversion: ColorConversion?
        /// True if the conversion needs the inks as they are in the file.
        var keepsInks: Bool { conversion?.layout == .cmyk || conversion?.layout == .invertedCMYK }
        let maximumScans: Int
        /// The bytes of the decoded pixels.
        var pixelBytes: Int { width * height * 4 }
        /// The bytes that the decoding needs.
        let neededBytes: Int

        init(
            _ bytes: [UInt8], _ targetWidth: Int?, _ targetHeight: Int?, _ limits: ImageLimits, _ report: (ImageWarning) -> Void
        ) throws(ImageError) {
            try limits.check(byteCount: bytes.count)
            let header = try JPEG.header(bytes)
            try limits.check(width: header.width, height: header.height)
            try limits.check(scans: header.scans, width: header.width, height: header.height)
            let segments = JPEGSegments(bytes)
            orientation = segments.orientation
            fileHeight = header.height
            let layout: ColorConversion.Layout = segments.components == 4 ? (header.isInverted ? .invertedCMYK : .cmyk) : .bgra
            conversion = ColorConversion.from(segments.colors, layout, isGrey: segments.components == 1).conversion(of: .jpeg, report)
            let target = orientation.swapsSides ? (targetHeight, targetWidth) : (targetWidth, targetHeight)
            denominator = JPEG.denominator(header.width, header.height, target.0, target.1)
            width = (header.width + denominator - 1) / denominator
            height = (header.height + denominator - 1) / denominator
            let needed = (width * height * 4).addingReportingOverflow(header.coefficientBytes)
            neededBytes = needed.overflow ? .max : needed.partialValue
            try limits.check(memory: neededBytes)
            maximumScans = limits.scans(width: header.width, height: header.height)
        }
    }

    /// Calls `body` with what libjpeg checks while it decodes.
    private static func withChecks<Result>(
        _ plan: Plan, _ limits: ImageLimits, _ isCancelled: () -> Bool, _ body: (UnsafePointer<subdial_jpeg_limits>) -> Result
    ) -> Result {
        StopQuestion.asking(isCancelled) { question in
            var checks = subdial_jpeg_limits()
            checks.maximum_scans = UInt32(clamping: plan.maximumScans)
            checks.maximum_memory = UInt64(clamping: limits.maxMemory - plan.pixelBytes + rowMemory)
            checks.should_stop = { StopQuestion.answer($0) }
            checks.context = question
            return body(&checks)
        }
    }

    private static func decode(
        _ bytes: [UInt8], _ plan: Plan, _ limits: ImageLimits, _ isCancelled: () -> Bool, _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        var message = Message()
        var status = SUBDIAL_JPEG_CORRUPT
        var losses = subdial_jpeg_losses()
        let pixels = [UInt8](unsafeUninitializedCapacity: plan.pixelBytes) { target, count in
            guard let base = target.baseAddress else { return }
            status = withChecks(plan, limits, isCancelled) { checks in
                subdial_jpeg_decode(
                    bytes, bytes.count, UInt32(plan.denominator), plan.keepsInks, checks, base, UInt32(plan.width),
                    UInt32(plan.height), &losses, &message.characters)
            }
            guard status == SUBDIAL_JPEG_OK else { return }
            if let conversion = plan.conversion {
                guard conversion.apply(to: base, count: plan.width * plan.height, isCancelled: isCancelled) else {
                    status = SUBDIAL_JPEG_STOPPED
                    return
                }
            }
            count = plan.pixelBytes
        }
        try check(status, message, plan, limits)
        Self.report(losses, plan, report)
        return Bitmap(unchecked: pixels, width: plan.width, height: plan.height)
    }

    /// Reports what is missing in the decoded picture.
    private static func report(_ losses: subdial_jpeg_losses, _ plan: Plan, _ report: (ImageWarning) -> Void) {
        if losses.rows > 0 {
            report(.missingRows(.jpeg, Int(losses.rows), of: plan.fileHeight))
        } else if losses.details {
            report(.missingDetails(.jpeg))
        } else if losses.end {
            report(.missingEnd(.jpeg))
        }
    }

    private static func check(
        _ status: subdial_jpeg_status, _ message: Message, _ plan: Plan, _ limits: ImageLimits
    ) throws(ImageError) {
        switch status {
        case SUBDIAL_JPEG_TOO_MANY_SCANS: throw .tooManyScans(plan.maximumScans + 1, limit: plan.maximumScans)
        case SUBDIAL_JPEG_TOO_MUCH_MEMORY: throw .tooMuchMemory(max(limits.maxMemory + 1, plan.neededBytes), limit: limits.maxMemory)
        default: try check(status, message)
        }
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

/// A cancellation closure that a C library calls through a pointer.
final class StopQuestion {
    private let isCancelled: () -> Bool

    private init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// Calls `body` with the pointer, which is only valid during the call.
    fileprivate static func asking<Result>(_ isCancelled: () -> Bool, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let question = StopQuestion(isCancelled)
            return withExtendedLifetime(question) { body(Unmanaged.passUnretained(question).toOpaque()) }
        }
    }

    /// Returns 1 to cancel the work, or 0.
    fileprivate static func answer(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
        guard let pointer else { return 0 }
        return Unmanaged<StopQuestion>.fromOpaque(pointer).takeUnretainedValue().isCancelled() ? 1 : 0
    }
}
