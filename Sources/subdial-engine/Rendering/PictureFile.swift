import Drawing
import Engine
import FoundationEssentials
import Ink
import Widgets

/// A format of pictures, by the ending of its files.
enum PictureFormat: String, CaseIterable, Codable {
    case png, apng, gif, webp, svg, pdf, bmp

    /// The format of moving pictures; nil for one of stills.
    var animation: AnimationFormat? { AnimationFormat(rawValue: rawValue) }
}

/// What a picture's file holds: a still, or what is seen for some time.
struct PictureFile: Codable, Sendable {
    let format: PictureFormat
    let animation: Animation
    /// The colours of a panel; nil for a picture in all colours.
    var panel: PanelOptions?
    /// How a PNG is compressed; nil for the usual way: quickly, and smaller for a panel.
    var compression: PNG.Mode?

    /// How long an animation is, and how often it may change.
    struct Animation: Codable, Sendable {
        /// The length in milliseconds.
        var length = 10_000
        /// The shortest time that a frame is shown, in milliseconds.
        var shortestFrame = 50
    }

    /// The file of one picture.
    struct Content {
        let bytes: [UInt8]
        /// The picture at its beginning.
        let first: PreparedWidget
        /// Texts and symbols that are cut, and pictures that cannot be used, a line each.
        let problems: [String]
    }

    /// Draws the picture as the file has it.
    ///
    /// - Parameters:
    ///   - changes: The dates at which something else is shown.
    ///   - layOut: Lays out what is shown at a date.
    func content(
        from start: Date, changes: [Date] = [], on canvas: WidgetCanvas, layOut: (Date) throws -> PreparedWidget
    ) throws -> Content {
        let first = try layOut(start)
        var problems: [String] = []
        var paths: Set<String> = []
        // One for each node, whatever it shows as time goes on.
        func note(_ widget: PreparedWidget) {
            for overflow in widget.layout.overflow(in: widget.canvas) where paths.insert(overflow.path).inserted {
                problems.append(overflow.description)
            }
        }
        note(first)
        let bytes: [UInt8]
        switch format {
        case .png, .bmp:
            let picture = try canvas.draw(first)
            if let panel {
                bytes = try PanelFile.bytes(
                    of: picture.bitmap, photographs: first.photographs, panel, as: format == .bmp ? .bmp : .png,
                    mode: compression ?? .small)
            } else {
                bytes = try picture.png(compression ?? .fast)
            }
        case .svg: bytes = try canvas.renderer.document(first, .svg)
        case .pdf: bytes = try canvas.renderer.document(first, .pdf)
        case .apng, .gif, .webp:
            let frames = AnimatedFrames(start: start, length: animation.length, shortest: animation.shortestFrame, changes: changes)
            bytes = try frames.encode(as: format.animation ?? .apng, first: first) { now in
                let widget = try layOut(now)
                note(widget)
                return widget
            } draw: {
                try canvas.draw($0).bitmap
            }
        }
        problems += canvas.renderer.unusablePictures(of: first)
        return Content(bytes: bytes, first: first, problems: problems)
    }
}

/// The frames of an animation: one for each change of what is seen, and none where nothing changes.
private struct AnimatedFrames {
    let start: Date
    let length: Int
    let shortest: Int
    /// What the frames of an animation may take.
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

    /// The millisecond at which a frame makes room for the next.
    private func end(of widget: PreparedWidget, since elapsed: Int) -> Int {
        let now = date(elapsed)
        let change = ([widget.nextChange].compactMap { $0 } + changes).filter { $0 > now }.min()
        let due = change.map { Int(saturating: ($0.timeIntervalSince(start) * 1000).rounded(.up)) } ?? length
        return min(max(due, elapsed + shortest), max(length, elapsed + 1))
    }
}
