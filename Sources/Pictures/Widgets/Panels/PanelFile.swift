import SubdialDrawing

/// The image file for a panel.
public enum PanelFile {
    /// The file format.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Grayscale or with a palette, at exactly the depth; without alpha and interlacing.
        case png
        /// One bit per pixel, bottom row first.
        case bmp
    }

    /// Encodes a picture: photographs dithered, everything else in the nearest colour, then rotated and packed.
    ///
    /// - Parameters:
    ///   - bitmap: The picture; transparent parts are white.
    ///   - photographs: The dithered areas, in pixels of the picture; nil for all of it. ``PreparedWidget/photographs`` has those of a widget.
    ///   - options: Depth or palette must be set; the size is ignored.
    ///   - mode: The compression of a PNG; the strongest where the file would exceed the limit.
    /// - Throws: `WidgetError.ink`: `tooLarge` if the file exceeds the limit even at the strongest compression, with 16 grays instead
    ///   of 256, and, unless the options have a method, without dots.
    public static func bytes(
        of bitmap: Bitmap, photographs: [InkArea]?, _ options: PanelOptions, as format: Format = .png, mode: PNG.Mode = .small
    ) throws(WidgetError) -> [UInt8] {
        do throws(InkError) {
            let (palette, depth) = try options.colors()
            if format == .bmp, depth != 1 { throw .notOneBit(depth: depth) }
            func file(_ palette: InkPalette, _ method: DitherMethod) throws(InkError) -> [UInt8] {
                let picture = Ditherer(palette, method)
                    .picture(bitmap.pixels, width: bitmap.width, height: bitmap.height, photographs: photographs)
                guard let indexed = picture?.turned(options.rotation ?? .none).indexed(palette, depth: depth) else {
                    throw .option("size", reason: "leaves a picture without pixels")
                }
                return try bytes(of: indexed, format, mode, limit: options.maximumBytes)
            }
            let methods = options.dither.map { [$0] } ?? [.floydSteinberg, .atkinson, .none]
            // Dots and grays compress badly: a picture that exceeds the limit gets fewer of them. 256 grays need no dots.
            let has256Grays = palette.isEvenGray && palette.depth == 8
            let attempts =
                has256Grays ? [(palette, methods[0])] + methods.map { (.gray(depth: 4), $0) } : methods.map { (palette, $0) }
            for (palette, method) in attempts.dropLast() {
                do throws(InkError) { return try file(palette, method) } catch .tooLarge { continue }
            }
            let last = attempts[attempts.count - 1]
            return try file(last.0, last.1)
        } catch {
            throw .ink(error)
        }
    }

    private static func bytes(of picture: IndexedBitmap, _ format: Format, _ mode: PNG.Mode, limit: Int?) throws(InkError) -> [UInt8] {
        func encode(_ mode: PNG.Mode) throws(InkError) -> [UInt8] {
            do throws(ImageError) { return try PNG.encode(picture, mode: mode) } catch { throw .option("size", reason: error.description) }
        }
        var bytes: [UInt8]
        switch format {
        case .bmp:
            guard let file = BMP.encode(picture) else { throw .notOneBit(depth: picture.depth) }
            bytes = file
        case .png:
            bytes = try encode(mode)
            // The strongest compression takes several times longer.
            if let limit, bytes.count > limit { bytes = try encode(.best) }
        }
        if let limit, bytes.count > limit { throw .tooLarge(bytes.count, limit: limit) }
        return bytes
    }
}

extension InkPicture {
    /// The picture with the colours to send; nil if no file format can hold it.
    fileprivate func indexed(_ palette: InkPalette, depth: Int) -> IndexedBitmap? {
        guard palette.isEvenGray else {
            let colors = palette.wire.map { IndexedBitmap.Entry(red: $0.red, green: $0.green, blue: $0.blue) }
            return IndexedBitmap(width: width, height: height, depth: depth, colors: colors, indices: indices)
        }
        // The grays of a lower depth are a subset of those of a higher one.
        let step = UInt8(((1 << depth) - 1) / ((1 << palette.depth) - 1))
        return IndexedBitmap(width: width, height: height, depth: depth, indices: step == 1 ? indices : indices.map { $0 * step })
    }
}
