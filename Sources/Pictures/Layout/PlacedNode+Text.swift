extension PlacedNode {
    /// The placed tree as text: one node per line, frames with two decimals.
    ///
    /// The text is stable and can be compared with a golden file. A direction is written only if it differs from that of the parent.
    public var text: String {
        var lines: [String] = []
        write(into: &lines, depth: 0, in: .leftToRight)
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(into lines: inout [String], depth: Int, in outer: LayoutDirection) {
        let mark = id.map { " #\($0)" } ?? ""
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
            case .symbol(let name): " \(name)"
            }
        case .shape(.path(_, let box), _): " box=\(box.text)"
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
        case .effect(.intent(let name)): " \(name)"
        default: ""
        }
    }

    private static func detail(_ content: TextContent, scale: Double, _ metrics: TextMetrics) -> String {
        var detail = " \"\(content.text)\""
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
