import SubdialCGIF

/// The GIF decoder.
enum GIF {
    /// Decodes the first frame of a GIF.
    ///
    /// - Parameter report: Called with what is missing in the picture.
    /// - Throws: ``ImageError``; damaged data is an error, and so is data of less than half of the rows.
    static func decode(
        _ bytes: [UInt8], limits: ImageLimits, isCancelled: () -> Bool, report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        try limits.check(byteCount: bytes.count)
        // The header has the sides of the screen; giflib allocates nothing for it.
        guard let width = bytes.littleEndian(at: 6, count: 2), let height = bytes.littleEndian(at: 8, count: 2) else {
            throw .truncated(.gif)
        }
        try limits.check(width: width, height: height)
        let result = bytes.withUnsafeBufferPointer { bytes in
            var source = Source(bytes: bytes)
            return withUnsafeMutablePointer(to: &source) { source in
                Result { () throws(ImageError) in
                    var code: Int32 = 0
                    guard let file = DGifOpen(source, Source.read, &code) else { throw error(code, source.pointee) }
                    defer { DGifCloseFile(file, nil) }
                    return try firstFrame(file, source, limits, isCancelled, report)
                }
            }
        }
        return try result.get()
    }

    /// The bytes that giflib reads.
    private struct Source {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0
        /// True once bytes were missing.
        var isCut = false

        static let read: InputFunc = { file, target, count in
            guard let target, let source = file?.pointee.UserData?.assumingMemoryBound(to: Source.self) else { return 0 }
            let length = min(Int(count), source.pointee.bytes.count - source.pointee.position)
            if length < Int(count) { source.pointee.isCut = true }
            if length > 0, let start = source.pointee.bytes.baseAddress {
                target.update(from: start + source.pointee.position, count: length)
            }
            source.pointee.position += length
            return Int32(length)
        }
    }

    private static func error(_ code: Int32, _ source: Source) -> ImageError {
        if source.isCut { return .truncated(.gif) }
        if code == D_GIF_ERR_NOT_ENOUGH_MEM { return .codec(.gif, "not enough memory") }
        return .corrupt(.gif, GifErrorString(code).map { String(cString: $0) } ?? "the data does not decode")
    }

    private static func firstFrame(
        _ file: UnsafeMutablePointer<GifFileType>, _ source: UnsafeMutablePointer<Source>, _ limits: ImageLimits, _ isCancelled: () -> Bool,
        _ report: (ImageWarning) -> Void
    ) throws(ImageError) -> Bitmap {
        func check(_ status: Int32) throws(ImageError) {
            guard status != GIF_ERROR else { throw error(file.pointee.Error, source.pointee) }
        }
        var transparent = NO_TRANSPARENT_COLOR
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            try check(DGifGetRecordType(file, &kind))
            if kind == IMAGE_DESC_RECORD_TYPE { break }
            guard kind == EXTENSION_RECORD_TYPE else { throw .corrupt(.gif, "it has no picture") }
            var code: Int32 = 0
            var block: UnsafeMutablePointer<UInt8>?
            try check(DGifGetExtension(file, &code, &block))
            if code == GRAPHICS_EXT_FUNC_CODE, let data = block {
                var control = GraphicsControlBlock()
                // The first byte is the number of the others.
                if DGifExtensionToGCB(Int(data[0]), data + 1, &control) != GIF_ERROR { transparent = control.TransparentColor }
            }
            while block != nil { try check(DGifGetExtensionNext(file, &block)) }
        }
        try check(DGifGetImageDesc(file))
        let image = file.pointee.Image
        let (width, height) = (Int(image.Width), Int(image.Height))
        let place = (x: Int(image.Left), y: Int(image.Top))
        guard width > 0, height > 0, place.x >= 0, place.y >= 0 else { throw .corrupt(.gif, "the picture is empty") }
        // A frame that is larger than the screen enlarges it, as in browsers.
        let (wide, high) = (max(Int(file.pointee.SWidth), place.x + width), max(Int(file.pointee.SHeight), place.y + height))
        try limits.check(width: wide, height: high)
        try limits.check(memory: (wide * high + width * height) * 4)
        guard let colors = Colors(image.ColorMap ?? file.pointee.SColorMap, transparent: transparent) else {
            throw .corrupt(.gif, "it has no table of colours")
        }
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var row = [GifPixelType](repeating: 0, count: width)
        var missing = 0
        let order = image.Interlace ? interlacedRows(height) : Array(0..<height)
        for (count, y) in order.enumerated() {
            if count % 64 == 0, isCancelled() { throw .cancelled }
            guard DGifGetLine(file, &row, Int32(width)) != GIF_ERROR else {
                guard source.pointee.isCut, (height - count) * 2 <= height else { throw error(file.pointee.Error, source.pointee) }
                missing = height - count
                break
            }
            for x in 0..<width { colors.write(row[x], to: &pixels, at: (y * width + x) * 4) }
        }
        if missing > 0 { report(.missingRows(.gif, missing, of: height)) }
        return Bitmap(unchecked: pixels, width: width, height: height).placed(x: place.x, y: place.y, width: wide, height: high)
    }

    /// The rows in the order of an interlaced picture: every eighth, those between, every fourth and every second of the rest.
    private static func interlacedRows(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// The table of a frame's colours.
    private struct Colors {
        private var entries: [(UInt8, UInt8, UInt8, UInt8)]

        init?(_ map: UnsafeMutablePointer<ColorMapObject>?, transparent: Int32) {
            guard let map, let colors = map.pointee.Colors else { return nil }
            entries = (0..<Int(map.pointee.ColorCount)).map { (colors[$0].Blue, colors[$0].Green, colors[$0].Red, 255) }
            // An index beyond the table is black, as in browsers.
            entries += repeatElement((0, 0, 0, 255), count: max(0, 256 - entries.count))
            if entries.indices.contains(Int(transparent)) { entries[Int(transparent)] = (0, 0, 0, 0) }
        }

        func write(_ index: GifPixelType, to pixels: inout [UInt8], at offset: Int) {
            (pixels[offset], pixels[offset + 1], pixels[offset + 2], pixels[offset + 3]) = entries[Int(index)]
        }
    }
}
