import SubdialSystem

/// Decodes AVIF and HEIC in another process, `subdial-pictures`, because their libraries parse whole files of others.
enum ForeignPicture {
    /// The time for one picture, more than the processor time that the process allows itself.
    private static let patience = Duration.seconds(15)

    /// Decodes a picture, upright and in sRGB.
    ///
    /// - Throws: ``ImageError``; damaged or missing data is an error.
    static func decode(
        _ bytes: [UInt8], _ format: ImageFormat, limits: ImageLimits, isCancelled: () -> Bool, report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        // Its decoders need the picture a second time, in their own form.
        let pixels = min(limits.maxPixels, limits.maxMemory / 4)
        let result: Result<Bitmap, ImageError>
        do throws(HelperProcess.Failure) {
            let program = "\(OwnExecutable.folder ?? ".")/subdial-pictures"
            let process = try HelperProcess(program, arguments: ["\(pixels)", "\(limits.maxBytes)"])
            result = try answer(of: process, to: bytes, format, limits, isCancelled, report)
        } catch {
            switch error {
            case .notStarted(let reason): throw .codec(format, "it is decoded by subdial-pictures, which cannot be started (\(reason))")
            case .cancelled: throw .cancelled
            case .late: throw .codec(format, "the decoder does not answer")
            case .ended: throw .corrupt(format, "the decoder ended")
            }
        }
        return try result.get()
    }

    private static func answer(
        of process: HelperProcess, to bytes: [UInt8], _ format: ImageFormat, _ limits: ImageLimits, _ isCancelled: () -> Bool,
        _ report: (ImageWarning) -> Void
    ) throws(HelperProcess.Failure) -> Result<Bitmap, ImageError> {
        let deadline = ContinuousClock.now + patience
        try process.send(bytes)
        process.endInput()
        func receive(_ count: Int) throws(HelperProcess.Failure) -> [UInt8] {
            try process.receive(count, before: deadline, isCancelled: isCancelled)
        }
        guard try receive(1) == [UInt8(ascii: "+")] else {
            let reason = String(decoding: try process.receive(500, before: deadline, acceptsLess: true), as: UTF8.self)
            return .failure(reason == "no library" ? .missingLibrary(format, remedy: SystemPackage.heif.remedy) : .corrupt(format, reason))
        }
        let head = try receive(20).withUnsafeBytes { bytes in
            (0..<5).map { Int(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
        }
        let (width, height) = (head[0], head[1])
        do throws(ImageError) {
            try limits.check(width: width, height: height)
            try limits.check(memory: width * height * 4)
        } catch {
            return .failure(error)
        }
        guard width > 0, height > 0, head[4] <= limits.maxMetadata else { throw .ended }
        let profile = try receive(head[4])
        var pixels = try receive(width * height * 4)
        let colors = profile.isEmpty ? SourceColors(primaries: head[2], transfer: head[3]) : .profile(profile)
        let conversion = ColorConversion.from(colors, .rgba).conversion(of: format, report)
        let isWanted = pixels.withUnsafeMutableBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return true }
            if let conversion, !conversion.apply(to: start, count: width * height, isCancelled: isCancelled) { return false }
            StraightAlpha.premultiply(UnsafeMutableRawBufferPointer(pixels))
            return true
        }
        guard isWanted else { throw .cancelled }
        return .success(Bitmap(unchecked: pixels, width: width, height: height))
    }
}
