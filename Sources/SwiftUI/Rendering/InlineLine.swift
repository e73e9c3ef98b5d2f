import SubdialLayout

extension Node {
    /// The line of an inline accessory: the first image and the first text of the views, in the font and the colour of the line.
    ///
    /// They are 5 points apart, as in the lines of templates; the system's distance is not published. Candidates of `ViewThatFits` stay candidates. Views without a text or an image stay as they are.
    var asLine: Node {
        var parts: [Node] = []
        for part in lineParts where !parts.contains(where: { $0.isLineText == part.isLineText }) { parts.append(part) }
        switch parts.count {
        case 0: return self
        case 1: return parts[0]
        default: return Node(.hstack(alignment: .center, spacing: 5, parts), modifiers: modifiers.ofLine, id: id, path: path)
        }
    }

    /// The texts, images and choices of them, in their order.
    private var lineParts: [Node] {
        var node = self
        node.modifiers = modifiers.ofLine
        switch content {
        case .text(var text):
            text.font = Font()
            text.paint = .color(.primary)
            text.lineLimit = 1
            text.changeRuns { run in
                run.font = nil
                run.paint = nil
            }
            node.content = .text(text)
            return [node]
        case .image(var image):
            if case .symbol = image.kind {
                image.font = Font()
                image.paints = [.color(.primary)]
            }
            node.content = .image(image)
            return [node]
        case .viewThatFits(let axes, let nodes):
            node.content = .viewThatFits(axes: axes, nodes.map(\.asLine))
            return [node]
        case .hstack(_, _, let nodes), .vstack(_, _, let nodes), .zstack(_, let nodes), .grid(_, _, _, let nodes), .gridRow(_, let nodes),
            .custom(_, let nodes):
            return nodes.flatMap(\.lineParts)
        default: return []
        }
    }

    private var isLineText: Bool {
        if case .image = content { return false }
        return true
    }
}

extension [Modifier] {
    /// The modifiers that apply to a part of a line: those of its contents and of its meaning, none of its look.
    fileprivate var ofLine: [Modifier] {
        filter {
            switch $0 {
            case .privacySensitive, .unredacted, .redacted, .accessibility, .intent, .hidden, .layoutDirection: true
            default: false
            }
        }
    }
}
