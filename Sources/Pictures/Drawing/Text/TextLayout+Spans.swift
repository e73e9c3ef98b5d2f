import SubdialCCairo
import SubdialCPango
import SubdialLayout

extension TextLayout {
    /// The lines of a text of spans.
    struct Composition {
        let spans: [TextSpan]
        /// The span of each run of each line.
        let owners: [[Int]]
        /// The height of each line above and below its baseline.
        let extents: [LineExtent]
        private let ranges: [(span: Int, bytes: Range<Int>)]

        /// Finds the height of each line, which is that of its highest letters and objects.
        ///
        /// - Parameters:
        ///   - lines: The lines; their widths grow by the distance after their last letter.
        ///   - base: The metrics of a line without any letter.
        init(
            _ spans: [TextSpan], ranges: [(span: Int, bytes: Range<Int>)], lines: inout [TextLine], base: FontMetrics,
            metrics: (FontStyle) -> FontMetrics
        ) {
            (self.spans, self.ranges) = (spans, ranges)
            var (owners, extents): ([[Int]], [LineExtent]) = ([], [])
            for index in lines.indices {
                let line = lines[index].runs.map { Self.owner(of: $0, ranges) }
                var whole: LineExtent?
                for (run, owner) in zip(lines[index].runs, line) where spans.indices.contains(owner) {
                    let extent = Self.extent(of: spans[owner], run, metrics)
                    whole = whole?.union(extent) ?? extent
                }
                if let last = line.last, spans.indices.contains(last), spans[last].spacesEnd {
                    lines[index].width += max(0, TextAttributes.spacing(spans[last]))
                }
                extents.append(whole ?? base.extent)
                owners.append(line)
            }
            (self.owners, self.extents) = (owners, extents)
        }

        /// The extent of a run of a span above and below the baseline of its line.
        private static func extent(of span: TextSpan, _ run: GlyphRun, _ metrics: (FontStyle) -> FontMetrics) -> LineExtent {
            let rise = span.rise.isFinite ? min(max(span.rise, -1000), 1000) : 0
            if let object = span.object {
                return LineExtent(above: object.baseline + rise, below: object.height - object.baseline - rise)
            }
            let own = metrics(span.style)
            let extent = run.extent(within: own.extent, of: own)
            return LineExtent(above: extent.above + rise, below: extent.below - rise)
        }

        private static func owner(of run: GlyphRun, _ ranges: [(span: Int, bytes: Range<Int>)]) -> Int {
            (ranges.first { $0.bytes.contains(run.offset) } ?? ranges.last)?.span ?? 0
        }

        /// True if the letters of a run should be italic.
        func isItalic(_ run: GlyphRun) -> Bool {
            let owner = Self.owner(of: run, ranges)
            return spans.indices.contains(owner) && spans[owner].style.isItalic
        }
    }

    /// The fills of a span.
    package struct SpanPaint {
        /// The fill of the letters.
        package var letters: Paint
        /// The fill of the line under them; nil for that of the letters.
        package var underline: Paint?
        /// The fill of the line through them; nil for that of the letters.
        package var strikethrough: Paint?

        /// Creates the fills.
        package init(_ letters: Paint, underline: Paint? = nil, strikethrough: Paint? = nil) {
            (self.letters, self.underline, self.strikethrough) = (letters, underline, strikethrough)
        }
    }

    /// Draws a text of spans with its top left corner at `point`, without its objects.
    ///
    /// - Parameter paint: The fills of a span, by its index.
    package func draw(in context: Context, at point: Point, with paint: (Int) -> SpanPaint) {
        guard let composition else { return draw(in: context, at: point, with: paint(0).letters) }
        FontLock.lock()
        defer { FontLock.unlock() }
        for index in composition.spans.indices where composition.spans[index].object == nil {
            let (span, paint) = (composition.spans[index], paint(index))
            if let line = span.underline {
                draw(line, of: index, composition, in: context, at: point, with: paint.underline ?? paint.letters)
            }
            drawLetters(of: index, composition, in: context, at: point, with: paint.letters)
            if let line = span.strikethrough {
                draw(line, of: index, composition, in: context, at: point, with: paint.strikethrough ?? paint.letters, isThrough: true)
            }
        }
    }

    private func drawLetters(of index: Int, _ composition: Composition, in context: Context, at point: Point, with paint: Paint) {
        let (target, rise) = (context.pointer, composition.spans[index].rise)
        let rounding = composition.spans[index].style.rounding
        context.saved {
            cairo_new_path(target)
            var painted: [(GlyphRun, Point)] = []
            forEachRun(of: index, composition, in: context, at: point) { run, origin in
                let origin = Point(origin.x, origin.y - rise)
                if run.isPainted {
                    painted.append((run, origin))
                } else {
                    addPath(of: run, at: Point(origin.x, origin.y - rounding / 2), to: target)
                }
            }
            fillOutlines(in: context, with: paint, rounding: rounding)
            if !painted.isEmpty {
                context.group(alpha: paint.opacity) {
                    for (run, origin) in painted where run.isDrawable(on: target) {
                        cairo_move_to(target, origin.x + run.x * stretch, origin.y)
                        pango_cairo_show_glyph_string(target, run.font, run.glyphs)
                    }
                    cairo_new_path(target)
                }
            }
            context.reset()
        }
    }

    /// Draws the line under or through a span; adjacent runs have one line.
    private func draw(
        _ line: TextSpan.Line, of index: Int, _ composition: Composition, in context: Context, at point: Point, with paint: Paint,
        isThrough: Bool = false
    ) {
        var pieces: [(start: Double, end: Double, y: Double, thickness: Double)] = []
        forEachRun(of: index, composition, in: context, at: point) { run, origin in
            let metrics = run.lineMetrics
            let top = origin.y - composition.spans[index].rise - (isThrough ? metrics.strikethrough : metrics.underline)
            let (start, end) = (origin.x + run.x * stretch, origin.x + (run.x + run.width) * stretch)
            if let last = pieces.last, abs(last.end - start) < 0.01, abs(last.y - (top + metrics.thickness / 2)) < 0.01 {
                pieces[pieces.count - 1].end = end
            } else if end > start {
                pieces.append((start, end, top + metrics.thickness / 2, metrics.thickness))
            }
        }
        for piece in pieces {
            var path = Path()
            path.move(to: Point(piece.start, piece.y))
            path.line(to: Point(piece.end, piece.y))
            let style = StrokeStyle(width: piece.thickness, dash: line.dashes.map { $0 * piece.thickness })
            context.stroke(path, with: paint, style: style)
        }
    }

    private func forEachRun(
        of span: Int, _ composition: Composition, in context: Context, at point: Point, _ body: (GlyphRun, Point) -> Void
    ) {
        for index in lines.indices where composition.owners[index].contains(span) {
            let origin = origin(of: index, at: point, in: context.pointer)
            for (run, owner) in zip(lines[index].runs, composition.owners[index]) where owner == span { body(run, origin) }
        }
    }

    /// The frames of the objects that are visible, by the indices of their spans, with the text's top left corner at `point`.
    package func objects(in context: Context, at point: Point) -> [(span: Int, frame: Rect)] {
        guard let composition else { return [] }
        FontLock.lock()
        defer { FontLock.unlock() }
        var frames: [(span: Int, frame: Rect)] = []
        for (index, span) in composition.spans.enumerated() {
            guard let object = span.object else { continue }
            forEachRun(of: index, composition, in: context, at: point) { run, origin in
                let frame = Rect(origin.x + run.x * stretch, origin.y - span.rise - object.baseline, object.width, object.height)
                // An ellipsis may stand in its place.
                if !run.isEllipsis { frames.append((index, frame)) }
            }
        }
        return frames
    }
}
