import SubdialBasics
import SubdialDrawing
import SubdialLayout

/// The drawing of pictures that are given by their bytes, and of texts with runs.
extension PlacedNodeDrawing {
    private var isDark: Bool { colors.environment.appearance == .dark }

    /// Draws a picture in its frame; a plain shape stands in place of one that cannot be decoded.
    func draw(_ picture: PictureContent, of image: ImageContent, in frame: Rect, direction: LayoutDirection) {
        guard !frame.isEmpty else { return }
        let (width, height) = devicePixels(frame.size)
        let surface = artwork.pictures.surface(
            picture, isDark: isDark, width: width, height: height, frame: frame.size, isMirrored: direction == .rightToLeft)
        guard let surface else { return drawBlank(image, in: frame) }
        let filter: Filter = context.isUpright ? .nearest : .good
        let rendering = image.accentedRendering
        guard colors.environment.mode == .accented, rendering != .fullColor else {
            guard picture.isTemplate else { return context.draw(surface, in: frame, filter: filter) }
            return context.mask(surface, in: frame, with: paint(image.paints.first ?? .color(.primary), in: frame), filter: filter)
        }
        switch rendering {
        case .accentedDesaturated, .desaturated:
            guard let bitmap = try? surface.bitmap(), let mask = try? Surface(bitmap.luminanceMask) else { return }
            let isAccented = rendering == .accentedDesaturated || colors.isAccented
            context.mask(mask, in: frame, with: colors.groupColor(isAccented: isAccented), filter: filter)
        default:
            let color = colors.groupColor(isAccented: rendering == .accented || colors.isAccented)
            // A translucent fill of a template stays so.
            let alpha = picture.isTemplate ? image.paints.first.map { colors.color(of: $0).alpha } ?? 1 : 1
            context.mask(surface, in: frame, with: color.opacity(alpha), filter: filter)
        }
    }

    /// The pixels of a size on the surface, at least 1 and limited to twice those of the canvas.
    private func devicePixels(_ size: Size) -> (width: Int, height: Int) {
        let pixels = context.pixels(of: size)
        let most = 2 * max(canvas.width, canvas.height) * scale
        func count(_ length: Double) -> Int { length.isFinite ? Int(saturating: max(1, min(length, most).rounded())) : 1 }
        return (count(pixels.width), count(pixels.height))
    }

    /// A tile of a picture at the top left corner of a frame; nil if it cannot be decoded.
    func tiles(_ picture: PictureContent, in frame: Rect) -> PictureTiles? {
        guard picture.size.width > 0, picture.size.height > 0 else { return nil }
        let (width, height) = devicePixels(picture.size)
        return artwork.pictures.bitmap(picture, isDark: isDark, width: width, height: height).map {
            PictureTiles($0, in: Rect(origin: frame.origin, size: picture.size))
        }
    }

    /// Draws a text with runs: the letters of each in its paint, and its images.
    func draw(runsOf content: TextContent, _ layout: TextLayout, at point: Point, in node: PlacedNode) {
        let frame = node.frame
        let whole = paint(content.paint, in: frame)
        layout.draw(in: context, at: point) { index in
            let run = content.runs[index]
            func fill(_ line: TextRun.Line?) -> SubdialDrawing.Paint? { (line?.color).map { .color(colors.color($0)) } }
            return .init(
                run.paint.map { paint($0, in: frame) } ?? whole, underline: fill(run.underline), strikethrough: fill(run.strikethrough))
        }
        for (index, place) in layout.objects(in: context, at: point) {
            guard let image = measurer.image(of: content.runs[index], in: content) else { continue }
            draw(image, in: place, direction: node.direction)
        }
    }
}
