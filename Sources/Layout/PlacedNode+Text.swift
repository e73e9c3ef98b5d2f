extension PlacedNode {
    /// The placed tree as text: one node a line, frames with two decimals.
    ///
    /// Stable enough to be compared with one kept in a file.
    public var text: String {
        var lines: [String] = []
        write(into: &lines, depth: 0)
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(into lines: inout [String], depth: Int) {
        let place = [frame.minX, frame.minY, frame.size.width, frame.size.height].map(\.twoDecimals).joined(separator: " ")
        let mark = id.map { " #\($0)" } ?? ""
        lines.append(String(repeating: "  ", count: depth) + "\(name)\(mark) (\(place))\(detail)")
        for child in children { child.write(into: &lines, depth: depth + 1) }
    }

    private var detail: String {
        switch drawn {
        case .text(let content, let scale, _, let metrics):
            " \"\(content.text)\"" + (metrics.lineCount > 1 ? " lines=\(metrics.lineCount)" : "")
                + (scale < 1 ? " scale=\(scale.twoDecimals)" : "") + (metrics.isTruncated ? " truncated" : "")
        case .image(let image):
            switch image.source {
            case .artwork: " artwork"
            case .symbol(let name): " \(name)"
            }
        case .progress(let progress): " \(progress.style.rawValue) \(progress.fraction.twoDecimals)"
        case .effect(.opacity(let value)): " \(value.twoDecimals)"
        case .effect(.intent(let name)): " \(name)"
        default: ""
        }
    }

    /// The nodes that carry an intent, with the rectangle in which a tap counts.
    public var intents: [(name: String, frame: Rect)] {
        var found = children.flatMap(\.intents)
        if case .effect(.intent(let name)) = drawn { found.append((name, frame)) }
        return found
    }
}
