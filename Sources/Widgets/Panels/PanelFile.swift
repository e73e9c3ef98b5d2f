import Drawing
import Ink

/// The file of a picture for a panel.
public enum PanelFile {
    /// What the file is.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Gray, or with a table of colours, at just the depth; without alpha and interlacing.
        case png
        /// One bit a pixel, from the lowest row on.
        case bmp
    }

    /// Makes the file: photographs dithered, all else in the nearest colour, then turned and packed.
    ///
    /// - Parameters:
    ///   - bitmap: The picture, which stands on white where it is clear.
    ///   - photographs: The parts that are dithered, in its pixels; nil for all of it. ``PreparedWidget/photographs`` has a widget's.
    ///   - options: Depth or palette must be set; the size does not count any more.
    ///   - mode: How a PNG is compressed; as much as can be where it would be larger than the options allow.
    /// - Throws: `WidgetError.ink`: `tooLarge` for one that cannot be made small enough without showing something else.
    public static func bytes(
        of bitmap: Bitmap, photographs: [InkArea]?, _ options: PanelOptions, as format: Format = .png, mode: PNG.Mode = .small
    ) throws(WidgetError) -> [UInt8] {
        do throws(InkError) {
            let (palette, depth) = try options.colors()
            if format == .bmp, depth != 1 { throw .notOneBit(depth: depth) }
            let ditherer = try options.ditherer()
            let picture = ditherer.picture(bitmap.pixels, width: bitmap.width, height: bitmap.height, photographs: photographs)
            guard let indexed = picture?.turned(options.rotation ?? .none).indexed(palette, depth: depth) else {
                throw .option("size", reason: "leaves a picture without pixels")
            }
            return try bytes(of: indexed, format, mode, limit: options.maximumBytes)
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
            // The strongest compression takes several times as long.
            if let limit, bytes.count > limit { bytes = try encode(.best) }
        }
        if let limit, bytes.count > limit { throw .tooLarge(bytes.count, limit: limit) }
        return bytes
    }
}

extension InkPicture {
    /// The picture as files have it, in the colours that are sent; nil for one that no file has.
    fileprivate func indexed(_ palette: InkPalette, depth: Int) -> IndexedBitmap? {
        guard palette.isEvenGray else {
            let colors = palette.wire.map { IndexedBitmap.Entry(red: $0.red, green: $0.green, blue: $0.blue) }
            return IndexedBitmap(width: width, height: height, depth: depth, colors: colors, indices: indices)
        }
        // The grays of a smaller depth are some of those of a larger one.
        let step = UInt8(((1 << depth) - 1) / ((1 << palette.depth) - 1))
        return IndexedBitmap(width: width, height: height, depth: depth, indices: step == 1 ? indices : indices.map { $0 * step })
    }
}
