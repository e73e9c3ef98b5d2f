/// A view with its final frame.
public struct PlacedNode: Hashable, Sendable {
    /// The drawn content of a node.
    public enum Drawn: Hashable, Sendable {
        /// Draws nothing itself: a container or empty space.
        case nothing
        /// A text at `scale` times its font size, with at most `maximumLines` lines.
        case text(TextContent, scale: Double, maximumLines: Int?, metrics: TextMetrics)
        case image(ImageContent)
        case shape(ShapeContent)
        case progress(ProgressContent)
        case divider(ColorName)
        case levels(LevelsContent)
        case fader(FaderContent)
        case pianoRoll(PianoRollContent)
        /// The plot of a chart; its labels are separate children.
        case chart(ChartContent)
        case qrCode(QRCodeContent)
        /// A modifier applied to the children.
        case effect(Modifier)
    }

    /// The frame in canvas coordinates, with its edges on device pixels.
    public var frame: Rect
    /// The content of the frame.
    public var drawn: Drawn
    /// The children in drawing order.
    public var children: [PlacedNode]
    /// The ID set in the template; nil for none.
    public var id: String?
    /// The location of the node in its template.
    public var path: String
    /// The name of the element: `HStack`, `Text`, `padding`.
    public var name: String
    /// The reading direction inside the node; progress begins at its leading edge.
    ///
    /// The alignment of a text is already relative to the left.
    public var direction: LayoutDirection
}

extension PlacedNode {
    /// The minimum edge of a touch target, in points: 44 in the Human Interface Guidelines.
    private static let leastEdge = 44.0

    /// The names, values and tap rectangles of the nodes with an intent.
    ///
    /// A tap rectangle is at least 44 pt wide and high; that of a slider is as wide as the node, because its edges are values. If two would
    /// overlap, they are divided at the middle between the two nodes.
    public var intents: [(name: String, slider: Intent.Slider?, frame: Rect)] {
        let own = ownIntents
        var frames = own.map { $0.frame.grown(toWidth: $0.intent.slider == nil ? Self.leastEdge : 0, height: Self.leastEdge) }
        for first in own.indices {
            for second in own.indices where second > first {
                (frames[first], frames[second]) = Rect.parted(frames[first], frames[second], own[first].frame, own[second].frame)
            }
        }
        return zip(own, frames).map { ($0.intent.name, $0.intent.slider, $1) }
    }

    /// The nodes with an intent; sliders have the values of their left and right edges.
    private var ownIntents: [(intent: Intent, frame: Rect)] {
        var found = children.flatMap(\.ownIntents)
        if case .effect(.intent(var intent)) = drawn {
            if direction == .rightToLeft { intent.slider = intent.slider?.mirrored }
            found.append((intent, frame))
        }
        return found
    }
}

extension Rect {
    fileprivate func grown(toWidth leastWidth: Double, height leastHeight: Double) -> Rect {
        let (width, height) = (max(size.width, leastWidth), max(size.height, leastHeight))
        return Rect(minX - (width - size.width) / 2, minY - (height - size.height) / 2, width, height)
    }

    /// The two regions without their overlap, along the axis on which the nodes are apart; overlapping nodes keep their regions.
    fileprivate static func parted(_ first: Rect, _ second: Rect, _ own: Rect, _ other: Rect) -> (Rect, Rect) {
        guard first.minX < second.maxX, second.minX < first.maxX, first.minY < second.maxY, second.minY < first.maxY else {
            return (first, second)
        }
        if own.maxX <= other.minX || other.maxX <= own.minX {
            let isBefore = own.maxX <= other.minX
            let middle = isBefore ? (own.maxX + other.minX) / 2 : (other.maxX + own.minX) / 2
            return (first.cut(atX: middle, keepsLower: isBefore), second.cut(atX: middle, keepsLower: !isBefore))
        }
        guard own.maxY <= other.minY || other.maxY <= own.minY else { return (first, second) }
        let isAbove = own.maxY <= other.minY
        let middle = isAbove ? (own.maxY + other.minY) / 2 : (other.maxY + own.minY) / 2
        return (first.cut(atY: middle, keepsLower: isAbove), second.cut(atY: middle, keepsLower: !isAbove))
    }

    private func cut(atX x: Double, keepsLower: Bool) -> Rect {
        keepsLower ? Rect(minX, minY, min(maxX, x) - minX, size.height) : Rect(max(minX, x), minY, maxX - max(minX, x), size.height)
    }

    private func cut(atY y: Double, keepsLower: Bool) -> Rect {
        keepsLower ? Rect(minX, minY, size.width, min(maxY, y) - minY) : Rect(minX, max(minY, y), size.width, maxY - max(minY, y))
    }
}

extension PlacedNode {
    /// The placed tree as text: one node per line, frames with two decimals.
    ///
    /// The text is stable and can be compared with a golden file. A direction is written only if it differs from that of the parent, and what
    /// people have written is quoted as in the text of an expanded template.
    public var text: String {
        var lines: [String] = []
        write(into: &lines, depth: 0, in: .leftToRight)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The locations in the template of the nodes of each line of ``text``.
    public var paths: [String] { [path] + children.flatMap(\.paths) }

    private func write(into lines: inout [String], depth: Int, in outer: LayoutDirection) {
        let mark = id.map { " #\($0.quotedIfNeeded)" } ?? ""
        let turn = direction == outer ? "" : " \(direction.rawValue)"
        lines.append(String(repeating: "  ", count: depth) + "\(name)\(mark) (\(frame.text))\(detail)\(turn)")
        for child in children { child.write(into: &lines, depth: depth + 1, in: direction) }
    }

    /// The end of a line of ``text``, after name and frame: a space and the text, a symbol, or numbers; empty for nodes without any.
    public var detail: String {
        switch drawn {
        case .text(let content, let scale, _, let metrics): Self.detail(content, scale: scale, metrics)
        case .image(let image):
            switch image.kind {
            case .artwork: " artwork"
            case .symbol(let name): " \(name.quotedIfNeeded)"
            case .picture(let picture): picture.name.isEmpty ? "" : " \(picture.name.quotedIfNeeded)"
            }
        case .shape(let shape):
            if case .path(_, let box) = shape.shape { " box=\(box.text)" } else { "" }
        case .progress(let progress): " \(progress.style.rawValue) \(progress.fraction.twoDecimals)"
        case .chart(let chart): " " + chart.marks.map { "\($0.kind.rawValue) \($0.points.count)" }.joined(separator: ", ")
        case .levels(let levels):
            ([" \(levels.axis.rawValue)"] + levels.levels.map(\.twoDecimals)).joined(separator: " ")
                + (levels.peaks.isEmpty ? "" : " peaks \(levels.peaks.map(\.twoDecimals).joined(separator: " "))")
        case .fader(let fader): " \(fader.axis.rawValue) \(fader.value.twoDecimals)"
        case .pianoRoll(let roll):
            " \(roll.pitches.lowerBound)-\(roll.pitches.upperBound) \(roll.voices.map { "\($0.notes.count) \($0.color)" }.joined(separator: ", "))"
        case .effect(.opacity(let value)), .effect(.blur(let value)): " \(value.twoDecimals)"
        case .effect(.shadow(let color, let radius, let x, let y)):
            " \(color) radius=\(radius.twoDecimals) offset=\(x.twoDecimals) \(y.twoDecimals)"
        case .effect(.intent(let intent)): " \(intent.name.quotedIfNeeded)"
        default: ""
        }
    }

    private static func detail(_ content: TextContent, scale: Double, _ metrics: TextMetrics) -> String {
        var detail = " \(content.text.quoted)"
        if metrics.lineCount > 1 { detail += " lines=\(metrics.lineCount)" }
        if scale < 1 { detail += " scale=\(scale.twoDecimals)" }
        if metrics.isTruncated { detail += " truncated" + (content.truncation == .tail ? "" : " \(content.truncation.rawValue)") }
        return detail
    }

}

extension Rect {
    fileprivate var text: String {
        [minX, minY, size.width, size.height].map(\.twoDecimals).joined(separator: " ")
    }
}
