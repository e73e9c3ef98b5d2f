import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialEngine
import SubdialWidgets

/// A picture format; the raw value is the file extension.
enum PictureFormat: String, CaseIterable, Codable {
    case png, apng, gif, webp, svg, pdf, bmp

    /// The animation format; nil for a format of still pictures.
    var animation: AnimationFormat? { AnimationFormat(rawValue: rawValue) }
}

/// The content of a picture file: a still picture or an animation.
struct PictureFile: Codable, Sendable {
    let format: PictureFormat
    let animation: Animation
    /// The options of a panel; nil for a picture in all colours.
    var panel: PanelOptions?
    /// The compression of a PNG; nil for the default: fast, or small for a panel.
    var compression: PNG.Mode?

    /// The duration and the frame rate of an animation.
    struct Animation: Codable, Sendable {
        /// The duration in milliseconds.
        var length = 10_000
        /// The minimum duration of a frame, in milliseconds.
        var shortestFrame = 50
    }

    /// The encoded file of a picture.
    struct Content {
        let bytes: [UInt8]
        /// The first frame.
        let first: PreparedWidget
        /// The truncated texts and symbols, one line each.
        let problems: [String]
        /// The unusable pictures.
        let pictures: [PictureFinding]
    }

    /// Draws the picture in the file's format.
    ///
    /// - Parameters:
    ///   - changes: The dates of content changes.
    ///   - layOut: Lays out the content at a date.
    func content(
        from start: Date, changes: [Date] = [], on canvas: WidgetCanvas, layOut: (Date) throws -> PreparedWidget
    ) throws -> Content {
        let first = try layOut(start)
        var problems: [String] = []
        var paths: Set<String> = []
        // One problem per node, whatever its content over time.
        func record(_ widget: PreparedWidget) {
            for overflow in widget.overflows where paths.insert(overflow.path).inserted {
                problems.append(overflow.description)
            }
        }
        record(first)
        let bytes: [UInt8]
        switch format {
        case .png, .bmp:
            let picture = try canvas.draw(first)
            if let panel {
                bytes = try PanelFile.bytes(
                    of: picture.bitmap, photographs: first.photographs, panel, as: format == .bmp ? .bmp : .png,
                    mode: compression ?? .small)
            } else {
                bytes = try compression.map { try picture.png($0) } ?? canvas.png(of: picture)
            }
        case .svg: bytes = try canvas.renderer.document(first, .svg)
        case .pdf: bytes = try canvas.renderer.document(first, .pdf)
        case .apng, .gif, .webp:
            let frames = AnimatedFrames(start: start, length: animation.length, shortest: animation.shortestFrame, changes: changes)
            bytes = try frames.encode(as: format.animation ?? .apng, first: first) { now in
                let widget = try layOut(now)
                record(widget)
                return widget
            } draw: {
                try canvas.draw($0).bitmap
            }
        }
        problems += canvas.renderer.missingGlyphs(of: first) + canvas.renderer.missingFonts(of: first)
        return Content(bytes: bytes, first: first, problems: problems, pictures: canvas.renderer.pictureFindings(of: first))
    }
}

/// Computes the frames of an animation: one for each visible change.
private struct AnimatedFrames {
    let start: Date
    let length: Int
    let shortest: Int
    /// The maximum size of all frames, in bytes.
    private static let maximumBytes = 512 << 20
    let changes: [Date]

    func encode(
        as format: AnimationFormat, first: PreparedWidget, layOut: (Date) throws -> PreparedWidget, draw: (PreparedWidget) throws -> Bitmap
    ) throws -> [UInt8] {
        var bitmap = try draw(first)
        let encoder = try Self.encoding { () throws(ImageError) in try format.encoder(width: bitmap.width, height: bitmap.height) }
        let size = (bitmap.width, bitmap.height)
        var widget = first
        var elapsed = 0
        while true {
            let next = end(of: widget, since: elapsed)
            try Self.encoding { () throws(ImageError) in try encoder.add(bitmap, milliseconds: next - elapsed) }
            elapsed = next
            guard encoder.byteCount <= Self.maximumBytes else {
                throw CommandFailure(
                    .badData,
                    "the animation is larger than \(Self.maximumBytes >> 20) MB after \(Double(elapsed) / 1000) s: make it shorter with "
                        + "--duration, slower with --frame-rate or smaller with --scale")
            }
            guard elapsed < length else { return try Self.encoding { () throws(ImageError) in try encoder.finish() } }
            widget = try layOut(date(elapsed))
            bitmap = try draw(widget)
            guard (bitmap.width, bitmap.height) == size else {
                throw CommandFailure(
                    .badData,
                    "the picture's size changes after \(Double(elapsed) / 1000) s, and an animation has one: make it shorter with --duration"
                )
            }
        }
    }

    private static func encoding<Result>(_ body: () throws(ImageError) -> Result) throws(WidgetError) -> Result {
        do { return try body() } catch { throw .image(error) }
    }

    private func date(_ milliseconds: Int) -> Date { start.addingTimeInterval(Double(milliseconds) / 1000) }

    /// The time at which a frame ends, in milliseconds after the start.
    private func end(of widget: PreparedWidget, since elapsed: Int) -> Int {
        let now = date(elapsed)
        let change = ([widget.nextChange].compactMap { $0 } + changes).filter { $0 > now }.min()
        let due = change.map { Int(saturating: ($0.timeIntervalSince(start) * 1000).rounded(.up)) } ?? length
        return min(max(due, elapsed + shortest), max(length, elapsed + 1))
    }
}
