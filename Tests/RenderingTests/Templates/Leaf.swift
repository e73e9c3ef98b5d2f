import SubdialLayout

/// What a layout draws at a place: containers, effects and empty space are left out.
struct Leaf {
    /// What it is: the words of a text, the name of a symbol or of a shape, the style of progress.
    var what: String
    /// The font of a text, with the weight of its style; empty for others.
    var font = ""
    /// The colours as `#RRGGBBAA`, or names that have no values.
    var colors: [String]
    /// The names of the colours.
    var names: [String]
    var frame: Rect
    /// The distance of the first baseline of a text from the top of the canvas; nil for others.
    var baseline: Double?
    /// The scale of a text, or the fraction of progress.
    var value = 1.0

    /// The leaves of a tree in drawing order.
    ///
    /// - Parameters:
    ///   - palette: The values of named colours.
    ///   - partsBars: True for the two capsules of a line of progress, in place of the line.
    static func all(in node: PlacedNode, _ palette: [String: String], partsBars: Bool = false) -> [Leaf] {
        let own: [Leaf] =
            switch node.drawn {
            case .text(let text, let scale, _, let metrics):
                [
                    Leaf(
                        what: text.words, font: text.font.told, colors: text.paint.colors.map { $0.told(palette) },
                        names: text.paint.colors.map(\.name), frame: node.frame, baseline: node.frame.minY + metrics.firstBaseline,
                        value: scale)
                ]
            case .image(let image):
                [
                    Leaf(
                        what: image.told, colors: image.told == "cover" ? [] : image.paints.flatMap(\.colors).map { $0.told(palette) },
                        names: image.paints.flatMap(\.colors).map(\.name), frame: node.frame)
                ]
            case .shape(let shape) where shape.stroke == nil:
                [
                    Leaf(
                        what: shape.shape.told, colors: shape.paint.colors.map { $0.told(palette) }, names: shape.paint.colors.map(\.name),
                        frame: node.frame)
                ]
            case .progress(let line) where partsBars && line.style == .linear: line.parts(node.frame, palette)
            case .progress(let line):
                [
                    Leaf(
                        what: "\(line.style.rawValue) \(line.marker.rawValue)", colors: line.colors.map { $0.told(palette) },
                        names: line.colors.map(\.name), frame: node.frame, value: line.fraction)
                ]
            default: []
            }
        // A hidden view keeps its place and draws nothing.
        if case .effect(.hidden) = node.drawn { return [] }
        return own + node.children.flatMap { all(in: $0, palette, partsBars: partsBars) }
    }
}

extension ProgressContent {
    /// The colours of the line and of its track.
    fileprivate var colors: [ColorName] { (gradient.isEmpty ? [color] : gradient.map(\.color)) + [track] }

    /// The track and what is filled of it.
    fileprivate func parts(_ frame: Rect, _ palette: [String: String]) -> [Leaf] {
        var filled = frame
        filled.size.width *= fraction
        return [(track, frame), (color, filled)].map { Leaf(what: "capsule", colors: [$0.told(palette)], names: [$0.name], frame: $1) }
    }
}

extension TextContent {
    /// The words in quotes, with plain spaces: templates keep a number and its unit together by one that does not break, Foundation does not.
    fileprivate var words: String { "\"\(String(text.map { $0 == "\u{A0}" ? " " : $0 }))\"" }
}

extension ImageContent {
    fileprivate var told: String { if case .symbol(let name) = kind { name } else { "cover" } }
}

extension Shape {
    fileprivate var told: String {
        switch self {
        case .capsule: "capsule"
        case .circle: "circle"
        case .rectangle: "rectangle"
        default: "\(self)"
        }
    }
}

extension Paint {
    fileprivate var colors: [ColorName] {
        switch self {
        case .color(let color): [color]
        case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops),
            .ellipticalGradient(_, _, _, let stops):
            stops.map(\.color)
        case .meshGradient(_, _, _, let colors): colors
        case .picture: []
        }
    }
}

extension ColorName {
    /// The colour as `#RRGGBBAA`; the name of one that has no values.
    fileprivate func told(_ palette: [String: String]) -> String {
        var digits = Substring(palette[name] ?? (name == "white" ? "#FFFFFF" : name == "black" ? "#000000" : name))
        if let slash = digits.firstIndex(of: "/") { digits = digits[..<slash] }
        guard digits.hasPrefix("#"), digits.count == 7 || digits.count == 9 else { return description }
        let alpha = digits.count == 9 ? Double(Int(digits.suffix(2), radix: 16) ?? 255) : 255
        let byte = String(Int((alpha * opacity).rounded()), radix: 16, uppercase: true)
        return digits.prefix(7) + (byte.count < 2 ? "0" : "") + byte
    }
}

extension Font {
    fileprivate var told: String {
        let size: String =
            switch base {
            case .style(let style): style.rawValue
            case .size(let size): "\((size * 100).rounded() / 100)"
            case .scaled(let size, let style): "\((size * 100).rounded() / 100) \(style.rawValue)"
            }
        let weight = weight ?? (base == .style(.headline) ? .semibold : .regular)
        return "\(size)/\(weight.rawValue)/\(design.rawValue)\(hasMonospacedDigits ? "/monospacedDigit" : "")"
    }
}

extension Node {
    /// The node with the boxes of SwiftUI's texts, from the ascent to the descent in place of lines of the guidelines' heights, and with circular
    /// gauges of SwiftUI's own size.
    var asInSwiftUI: Node {
        var node = self
        node.content = content.asInSwiftUI
        node.modifiers = modifiers.map { modifier in
            switch modifier {
            case .background(let layer, let alignment): .background(layer.asInSwiftUI, alignment: alignment)
            case .overlay(let layer, let alignment): .overlay(layer.asInSwiftUI, alignment: alignment)
            case .mask(let layer, let alignment): .mask(layer.asInSwiftUI, alignment: alignment)
            default: modifier
            }
        }
        if case .gauge = content { node.modifiers.insert(.frame(width: 59, height: 59, alignment: .center), at: 0) }
        return node
    }
}

extension Content {
    fileprivate var asInSwiftUI: Content {
        func boxed(_ nodes: [Node]) -> [Node] { nodes.map(\.asInSwiftUI) }
        switch self {
        case .text(var text):
            text.hasFontBox = true
            return .text(text)
        case .gauge(var gauge):
            (gauge.value, gauge.minimum) = (gauge.value?.asInSwiftUI, gauge.minimum?.asInSwiftUI)
            (gauge.maximum, gauge.label) = (gauge.maximum?.asInSwiftUI, gauge.label?.asInSwiftUI)
            return .gauge(gauge)
        case .hstack(let alignment, let spacing, let nodes): return .hstack(alignment: alignment, spacing: spacing, boxed(nodes))
        case .vstack(let alignment, let spacing, let nodes): return .vstack(alignment: alignment, spacing: spacing, boxed(nodes))
        case .zstack(let alignment, let nodes): return .zstack(alignment: alignment, boxed(nodes))
        case .grid(let alignment, let horizontal, let vertical, let nodes):
            return .grid(alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, boxed(nodes))
        case .gridRow(let alignment, let nodes): return .gridRow(alignment: alignment, boxed(nodes))
        case .viewThatFits(let axes, let nodes): return .viewThatFits(axes: axes, boxed(nodes))
        default: return self
        }
    }
}
