import SubdialBasics
import SubdialDrawing
import SubdialLayout

/// A cache of pictures given by their bytes, decoded and resized to the pixels in which they are drawn.
final class PictureCache {
    /// The maximum number of pixels of decoded pictures that are kept.
    private static let maximumPixels = 1 << 24

    private struct Key: Hashable {
        let digest: String
        let width: Int
        let height: Int
        let resizing: PictureContent.Resizing?
        let interpolation: PictureContent.Interpolation
        let size: Size
        let isMirrored: Bool
    }

    private var decoded: [String: Bitmap] = [:]
    private var pixelCount = 0
    private var surfaces = RecentCache<Key, Surface>(capacity: 32)
    private var failures = RecentCache<String, ImageError>(capacity: 128)
    private var losses = RecentCache<String, ImageWarning>(capacity: 128)

    /// A picture in the pixels of its frame; nil if it cannot be decoded, which ``problems(of:)`` reports.
    ///
    /// - Parameters:
    ///   - width: The width of the frame in pixels, at least 1.
    ///   - height: The height of the frame in pixels, at least 1.
    ///   - frame: The size of the frame in points, for edges that keep their size.
    ///   - isMirrored: True if the leading edge is the right one.
    func surface(
        _ picture: PictureContent, isDark: Bool, width: Int, height: Int, frame: Size, isMirrored: Bool
    ) -> Surface? {
        let source = isDark ? picture.dark ?? picture.source : picture.source
        let key = Key(
            digest: source.digest, width: width, height: height, resizing: picture.resizing, interpolation: picture.interpolation,
            size: picture.size, isMirrored: isMirrored)
        if let surface = surfaces[key] { return surface }
        guard failures[source.digest] == nil else { return nil }
        do throws(ImageError) {
            let bitmap = try drawn(picture, source, width: width, height: height, frame: frame, isMirrored: isMirrored)
            guard let surface = try? Surface(bitmap) else { return nil }
            surfaces[key] = surface
            return surface
        } catch {
            failures[source.digest] = error
            return nil
        }
    }

    /// The picture at some pixels of its own size, for tiles.
    func bitmap(_ picture: PictureContent, isDark: Bool, width: Int, height: Int) -> Bitmap? {
        let surface = surface(picture, isDark: isDark, width: width, height: height, frame: picture.size, isMirrored: false)
        return surface.flatMap { try? $0.bitmap() }
    }

    /// The pictures in trees that could not be decoded when they were drawn, or only with losses.
    func problems(of trees: [PlacedNode]) -> [PictureFinding] {
        var sources: [(name: String, source: PictureContent.Source)] = []
        for tree in trees { tree.collectSources(into: &sources) }
        return sources.compactMap { name, source in
            let place = name.isEmpty ? "a picture" : name
            if let problem = problem(source) {
                return PictureFinding(place, version: source.digest, "\(problem)", standIn: "a plain shape stands in its place")
            }
            return losses[source.digest].map { PictureFinding(place, version: source.digest, "\($0)") }
        }
    }

    private func problem(_ source: PictureContent.Source) -> ImageError? {
        if let known = failures[source.digest] { return known }
        guard decoded[source.digest] == nil else { return nil }
        do throws(ImageError) {
            if VectorPicture.canDraw(source.bytes) { _ = try VectorPicture.size(source.bytes) } else { _ = try bitmap(source) }
            return nil
        } catch {
            failures[source.digest] = error
            return error
        }
    }

    private func drawn(
        _ picture: PictureContent, _ source: PictureContent.Source, width: Int, height: Int, frame: Size, isMirrored: Bool
    ) throws(ImageError) -> Bitmap {
        let needsParts = picture.resizing.map { $0.mode == .tile || $0.capInsets != Insets() } ?? false
        guard needsParts, let resizing = picture.resizing else { return try whole(picture, source, width: width, height: height) }
        guard frame.width > 0, frame.height > 0, picture.size.width > 0, picture.size.height > 0 else {
            return try whole(picture, source, width: width, height: height)
        }
        // A drawing has the scale of the frame; other pictures are cut before they are resized, so that edges do not mix with the rest.
        let (across, down) = (Double(width) / frame.width, Double(height) / frame.height)
        func pixels(_ points: Double, _ scale: Double) -> Int { Int(saturating: min(max((points * scale).rounded(), 1), 8192)) }
        let own =
            VectorPicture.canDraw(source.bytes)
            ? try whole(picture, source, width: pixels(picture.size.width, across), height: pixels(picture.size.height, down))
            : try bitmap(source)
        let (ownAcross, ownDown) = (Double(own.width) / picture.size.width, Double(own.height) / picture.size.height)
        let insets = resizing.capInsets
        let (left, right) = isMirrored ? (insets.trailing, insets.leading) : (insets.leading, insets.trailing)
        let parts = NineParts(
            bitmap: own, columns: .init(own.width, caps(left, ownAcross), caps(right, ownAcross), scale: across / ownAcross),
            rows: .init(own.height, caps(insets.top, ownDown), caps(insets.bottom, ownDown), scale: down / ownDown),
            isTiled: resizing.mode == .tile)
        guard let bitmap = parts.filling(width: width, height: height) else { throw .codec(.unknown, "not enough memory") }
        return bitmap
    }

    /// The width of an edge in pixels.
    private func caps(_ points: Double, _ scale: Double) -> Int {
        Int(saturating: min(max((points * scale).rounded(), 0), 8192))
    }

    /// The picture stretched to some pixels.
    private func whole(
        _ picture: PictureContent, _ source: PictureContent.Source, width: Int, height: Int
    ) throws(ImageError) -> Bitmap {
        if VectorPicture.canDraw(source.bytes) {
            return try VectorPicture.draw(source.bytes, width: width, height: height, size: picture.size)
        }
        let bitmap = try bitmap(source)
        guard bitmap.width != width || bitmap.height != height else { return bitmap }
        let isLarger = width > bitmap.width || height > bitmap.height
        let filter: Filter? =
            switch picture.interpolation {
            case .none: .nearest
            case .low: .bilinear
            case .medium: nil
            case .high: isLarger ? .best : nil
            }
        guard let filter else { return bitmap.resized(width: width, height: height) }
        let resized = try? Bitmap(width: width, height: height) { context throws(DrawingError) in
            context.draw(try Surface(bitmap), in: Rect(0, 0, Double(width), Double(height)), filter: filter)
        }
        return resized ?? bitmap.resized(width: width, height: height)
    }

    /// The picture at its own size.
    private func bitmap(_ source: PictureContent.Source) throws(ImageError) -> Bitmap {
        if let known = decoded[source.digest] { return known }
        let bitmap = try ImageDecoder.decode(source.bytes, report: { losses[source.digest] = $0 })
        let count = bitmap.width * bitmap.height
        if pixelCount + count > Self.maximumPixels { (decoded, pixelCount) = ([:], 0) }
        guard count <= Self.maximumPixels else { return bitmap }
        decoded[source.digest] = bitmap
        pixelCount += count
        return bitmap
    }
}

/// A picture in nine parts, of which the corners keep their size.
private struct NineParts {
    /// The division of the picture along an axis.
    struct Division {
        /// The pixels of the picture, and of the edges at its start and its end.
        let count: Int
        let low: Int
        let high: Int
        /// The pixels of the frame for each one of the picture.
        let scale: Double

        init(_ count: Int, _ low: Int, _ high: Int, scale: Double) {
            self.count = count
            // One pixel at least is left between two edges.
            self.low = min(low, count - 1)
            self.high = min(high, count - 1 - self.low)
            self.scale = scale
        }

        /// The parts with a length; edges that are longer than the whole are shortened.
        func parts(of length: Int) -> [Part] {
            func scaled(_ pixels: Int) -> Int { Int(saturating: (Double(pixels) * scale).rounded()) }
            var (first, last) = (scaled(low), scaled(high))
            if first + last > length {
                first = length * first / max(1, first + last)
                last = length - first
            }
            let middle = count - low - high
            return [
                Part(from: 0, count: low, to: 0, length: first, tile: first),
                Part(from: low, count: middle, to: first, length: length - first - last, tile: max(1, scaled(middle))),
                Part(from: count - high, count: high, to: length - last, length: last, tile: last),
            ].filter { $0.count > 0 && $0.length > 0 }
        }
    }

    /// A part along an axis.
    struct Part {
        /// The first pixel of the picture, and their number.
        let from: Int
        let count: Int
        /// The first pixel of the frame, and their number.
        let to: Int
        let length: Int
        /// The length of a tile in the frame.
        let tile: Int
    }

    let bitmap: Bitmap
    let columns: Division
    let rows: Division
    let isTiled: Bool

    /// The picture at another size; nil if there is not enough memory.
    func filling(width: Int, height: Int) -> Bitmap? {
        try? Bitmap(width: width, height: height) { context throws(DrawingError) in
            for row in rows.parts(of: height) {
                for column in columns.parts(of: width) {
                    let part = bitmap.cropped(x: column.from, y: row.from, width: column.count, height: row.count)
                    let place = Rect(Double(column.to), Double(row.to), Double(column.length), Double(row.length))
                    let resized = part.resized(width: isTiled ? column.tile : column.length, height: isTiled ? row.tile : row.length)
                    let tile = Rect(place.x, place.y, Double(resized.width), Double(resized.height))
                    if isTiled, tile != place {
                        context.fill(.rect(place), with: .tiles(PictureTiles(resized, in: tile)))
                    } else {
                        context.draw(try Surface(resized), in: place, filter: .nearest)
                    }
                }
            }
        }
    }
}

extension PlacedNode {
    /// Adds the pictures of images, texts and paints, without duplicates.
    fileprivate func collectSources(into sources: inout [(name: String, source: PictureContent.Source)]) {
        func add(_ picture: PictureContent) {
            for source in [picture.source, picture.dark].compactMap({ $0 }) where !sources.contains(where: { $0.source == source }) {
                sources.append((picture.name, source))
            }
        }
        func add(_ paint: SubdialLayout.Paint?) { if case .picture(let picture)? = paint { add(picture) } }
        switch drawn {
        case .image(let image): if case .picture(let picture) = image.kind { add(picture) }
        case .shape(let shape): add(shape.paint)
        case .text(let content, _, _, _):
            add(content.paint)
            for run in content.runs {
                add(run.paint)
                if case .picture(let picture)? = run.image?.kind { add(picture) }
            }
        default: break
        }
        for child in children { child.collectSources(into: &sources) }
    }
}
