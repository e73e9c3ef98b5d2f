import SubdialBasics
import SubdialCPixels

/// A picture in memory: rows from top to bottom, with one byte each for blue, green, red and alpha, premultiplied and without padding.
///
/// The layout is that of Cairo's ARGB32 on a little-endian machine.
public struct Bitmap: Hashable, Sendable {
    /// The number of columns, at least 1.
    package let width: Int
    /// The number of rows, at least 1.
    package let height: Int
    /// `width` × `height` × 4 bytes, premultiplied BGRA.
    package internal(set) var pixels: [UInt8]

    /// Creates a bitmap; `nil` if a side is not positive or too long, or if the number of bytes does not match the size.
    ///
    /// A colour byte must not exceed its pixel's alpha. If it does, drawing and encoding treat it as equal to alpha.
    package init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), pixels.count == width * height * 4 else {
            return nil
        }
        self.init(unchecked: pixels, width: width, height: height)
    }

    /// Creates a bitmap of one colour; sides below 1 count as 1.
    package init(width: Int, height: Int, color: Color = .clear) {
        let (width, height) = (max(1, width), max(1, height))
        func byte(_ component: Double) -> UInt8 { UInt8(saturating: (component * color.alpha * 255).rounded()) }
        let pixel = [byte(color.blue), byte(color.green), byte(color.red), byte(1)]
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            for index in 0..<width * height * 4 { buffer[index] = pixel[index & 3] }
            count = width * height * 4
        }
        self.init(unchecked: pixels, width: width, height: height)
    }

    init(unchecked pixels: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Returns the colour of the pixel in column `x` and row `y`; `nil` outside the picture.
    package func color(x: Int, y: Int) -> Color? {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
        let index = (y * width + x) * 4
        let alpha = Double(pixels[index + 3])
        guard alpha > 0 else { return .clear }
        return Color(
            red: Double(pixels[index + 2]) / alpha,
            green: Double(pixels[index + 1]) / alpha,
            blue: Double(pixels[index]) / alpha,
            alpha: alpha / 255
        )
    }

    /// True if every pixel is opaque.
    package var isOpaque: Bool {
        pixels.withUnsafeBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            var index = 0
            // In blocks, so that the inner loop needs no branch.
            while index < words.count {
                var all = UInt32.max
                let end = min(index + 1024, words.count)
                while index < end {
                    all &= words[index]
                    index += 1
                }
                if all < 0xFF00_0000 { return false }
            }
            return true
        }
    }
}

extension Bitmap {
    /// The maximum radius of a blur in pixels.
    private static let maximumBlur = 256

    /// Returns the blurred picture with its edge pixels extended beyond its edges, so that no pixel becomes less opaque.
    ///
    /// - Parameter radius: As for ``blurred(radius:)``.
    package func blurredToEdges(radius: Double) -> Bitmap {
        let reach = min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur))
        // The total extent of the three means.
        let margin = 3 * ((Int(saturating: reach.rounded()) + 1) / 2)
        guard margin > 0 else { return self }
        let (wide, high) = (width + 2 * margin, height + 2 * margin)
        let words = pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        var larger: [UInt32] = []
        larger.reserveCapacity(wide * high)
        for y in 0..<high {
            let row = min(max(y - margin, 0), height - 1) * width
            larger += repeatElement(words[row], count: margin)
            larger += words[row..<row + width]
            larger += repeatElement(words[row + width - 1], count: margin)
        }
        let blurred = Bitmap(unchecked: larger.withUnsafeBytes { Array($0) }, width: wide, height: high).blurred(radius: radius)
        return blurred.part(PixelRect(x: margin, y: margin, width: width, height: height))
    }

    /// Returns the blurred picture: three successive running means, which approximate a Gaussian.
    ///
    /// It uses integers, so that the result is the same on all machines. Pixels outside the picture are transparent.
    ///
    /// - Parameter radius: The extent of the blur in pixels, about twice the Gaussian's standard deviation; 0 to ``maximumBlur``.
    package func blurred(radius: Double) -> Bitmap {
        let reach = Int(saturating: min(max(radius.isNaN ? 0 : radius, 0), Double(Self.maximumBlur)).rounded())
        guard reach > 0 else { return self }
        // Three means of r pixels to each side have an extent of 3 r, and look like a Gaussian with a standard deviation of about r.
        let side = max(1, (reach + 1) / 2)
        var from = pixels
        var to = [UInt8](repeating: 0, count: pixels.count)
        for _ in 0..<3 {
            subdial_mean(from, &to, height, width, width * 4, 4, side)
            subdial_mean(to, &from, width, height, 4, width * 4, side)
        }
        return Bitmap(unchecked: from, width: width, height: height)
    }
}

extension Bitmap {
    /// Returns the part that begins at column `x` and row `y`, limited to the bounds of the picture.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        let left = min(max(0, x), self.width - 1)
        let top = min(max(0, y), self.height - 1)
        let width = min(max(1, width), self.width - left)
        let height = min(max(1, height), self.height - top)
        guard width < self.width || height < self.height else { return self }
        var part: [UInt8] = []
        part.reserveCapacity(width * height * 4)
        for row in top..<top + height {
            let begin = (row * self.width + left) * 4
            part += pixels[begin..<begin + width * 4]
        }
        return Bitmap(unchecked: part, width: width, height: height)
    }

    /// Returns the largest centred part with the aspect ratio of `width` to `height`.
    package func croppedToAspect(width: Int, height: Int) -> Bitmap {
        guard width > 0, height > 0 else { return self }
        let crop = AspectCrop(sourceWidth: self.width, sourceHeight: self.height, width: width, height: height)
        return cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
    }

    /// Returns the picture on an empty canvas of another size, which contains it.
    func placed(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        guard (x, y, width, height) != (0, 0, self.width, self.height) else { return self }
        var canvas = [UInt8](repeating: 0, count: width * height * 4)
        for row in 0..<self.height {
            let (begin, target) = (row * self.width * 4, ((y + row) * width + x) * 4)
            canvas.replaceSubrange(target..<target + self.width * 4, with: pixels[begin..<begin + self.width * 4])
        }
        return Bitmap(unchecked: canvas, width: width, height: height)
    }

    /// Returns the largest centred square.
    package func croppedToSquare() -> Bitmap {
        croppedToAspect(width: 1, height: 1)
    }
}

/// The largest centred part of a picture with a given aspect ratio.
struct AspectCrop: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    init(sourceWidth: Int, sourceHeight: Int, width targetWidth: Int, height targetHeight: Int) {
        let ratio = Double(targetWidth) / Double(targetHeight)
        if Double(sourceWidth) > Double(sourceHeight) * ratio {
            width = min(sourceWidth, max(1, Int(saturating: (Double(sourceHeight) * ratio).rounded())))
            height = sourceHeight
        } else {
            width = sourceWidth
            height = min(sourceHeight, max(1, Int(saturating: (Double(sourceWidth) / ratio).rounded())))
        }
        x = (sourceWidth - width) / 2
        y = (sourceHeight - height) / 2
    }

    /// Creates the part that is the whole picture.
    init(whole bitmap: Bitmap) {
        (x, y, width, height) = (0, 0, bitmap.width, bitmap.height)
    }
}

extension Bitmap {
    /// Creates a bitmap by drawing on it; it is transparent at first.
    ///
    /// The drawing goes to the pixels of the bitmap, so that nothing is copied afterwards. Its context is of no use after `draw` returns.
    ///
    /// - Throws: ``DrawingError/size(width:height:limit:)`` as ``Surface/init(width:height:maximumPixels:)``, ``DrawingError/cairo(_:)`` if
    ///   drawing failed, and what `draw` throws.
    package init(width: Int, height: Int, draw: (Context) throws(DrawingError) -> Void) throws(DrawingError) {
        try Surface.check(width: width, height: height, maximumPixels: Surface.maximumPixels)
        var failure: DrawingError?
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let start = target.baseAddress else { return }
            do throws(DrawingError) {
                let surface = try Surface(clearing: start, width: width, height: height)
                count = width * height * 4
                let context = try Context(surface)
                let drawn = Result { () throws(DrawingError) in
                    try draw(context)
                    try context.check()
                }
                // A context or a surface that somebody keeps must not draw on the memory of the array.
                try surface.finish()
                try drawn.get()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(unchecked: pixels, width: width, height: height)
    }
}

extension Bitmap {
    /// Returns the picture at another size; sides below 1 count as 1.
    ///
    /// When a side becomes shorter, a new pixel is the mean of the area it covers. When it becomes longer, a new pixel is interpolated
    /// between its two neighbours. Both use premultiplied colours, so that transparent pixels have no influence on the colour of others.
    package func resized(width: Int, height: Int) -> Bitmap {
        resized(AspectCrop(whole: self), width: max(1, width), height: max(1, height))
    }

    /// Returns the largest centred part with the aspect ratio of `width` to `height`, at that size; sides below 1 count as 1.
    ///
    /// The part is not copied before it is resized.
    package func filling(width: Int, height: Int) -> Bitmap {
        let (width, height) = (max(1, width), max(1, height))
        return resized(
            AspectCrop(sourceWidth: self.width, sourceHeight: self.height, width: width, height: height), width: width, height: height)
    }

    /// The work of a resizing in one step, in pixels for each pixel of both pictures.
    private static let mostWork = 4

    private func resized(_ crop: AspectCrop, width: Int, height: Int) -> Bitmap {
        guard width != crop.width || height != crop.height else {
            return cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        // Rows are added up before they are shortened, as often as there will be rows. For thin pictures that is far more work than either has
        // pixels, so that rows are shortened first.
        if width < crop.width, height > crop.height, height * crop.width > Self.mostWork * (width * height + crop.width * crop.height) {
            return resized(crop, width: width, height: crop.height).resized(width: width, height: height)
        }
        let resized = pixels.withUnsafeBufferPointer { source -> Bitmap? in
            guard let source = source.baseAddress else { return nil }
            var rows = subdial_memory_rows(start: source + (crop.y * self.width + crop.x) * 4, step: self.width * 4)
            return withUnsafeMutablePointer(to: &rows) {
                Bitmap(resampling: subdial_row_source(row: subdial_memory_row, context: $0), crop, width: width, height: height)
            }
        }
        // All rows are in memory.
        return resized ?? self
    }

    /// Resamples the rows of a part of a picture, which is not of the given size.
    ///
    /// - Parameter source: The rows of the part: row 0 is its first one, and begins with its first pixel.
    /// - Returns: nil if a row is missing.
    init?(resampling source: subdial_row_source, _ part: AspectCrop, width: Int, height: Int) {
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let target = target.baseAddress else { return }
            if Self.resample(source, part, width: width, height: height, into: target) { count = width * height * 4 }
        }
        guard !pixels.isEmpty else { return nil }
        self.init(unchecked: pixels, width: width, height: height)
    }

    /// Resamples the rows of a part of a picture into `width` × `height` × 4 bytes.
    ///
    /// - Returns: False if a row is missing.
    static func resample(
        _ source: subdial_row_source, _ part: AspectCrop, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let columns = ResamplingTable(from: part.width, to: width)
        let rows = ResamplingTable(from: part.height, to: height)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: part.width * 4) { sums in
            var isComplete = false
            columns.withSamples { columns in
                rows.withSamples { rows in
                    guard let sums = sums.baseAddress, let columns, let rows else { return }
                    isComplete = subdial_resample(source, part.width, columns, rows, sums, target)
                }
            }
            return isComplete
        }
    }
}

extension Bitmap {
    /// The pixels as red, green, blue and straight alpha; a pixel with alpha 0 is all zeros.
    package var rgba: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBytes { source in
                let pixels = source.bindMemory(to: UInt32.self)
                target.withMemoryRebound(to: UInt32.self) { target in
                    for index in pixels.indices {
                        target[index] = StraightAlpha.rgba(premultiplied: pixels[index])
                    }
                }
            }
            count = pixels.count
        }
    }

    /// The pixels as blue, green, red and straight alpha; a pixel with alpha 0 is all zeros.
    package var bgra: [UInt8] {
        var straight = pixels
        straight.withUnsafeMutableBytes { StraightAlpha.unpremultiply($0.bindMemory(to: UInt32.self)) }
        return straight
    }

    /// Creates a bitmap from red, green, blue and straight alpha; `nil` if the number of bytes does not match the size.
    package init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, width <= Int(Int32.max) / 4, height <= Int(Int32.max), rgba.count == width * height * 4 else {
            return nil
        }
        var pixels = rgba
        pixels.withUnsafeMutableBytes(StraightAlpha.premultiply)
        self.init(unchecked: pixels, width: width, height: height)
    }
}
