import SubdialDrawing

/// The style of a path in an SVG file, from its attributes and those of the groups around it.
struct SymbolStyle {
    /// The effect of a colour in a symbol.
    private enum Ink {
        case drawn, erased
    }

    // The defaults of SVG.
    private var fill: Ink? = .drawn
    private var stroke: Ink?
    private var strokeWidth = 1.0
    private var isEvenOdd = false
    private var isHidden = false

    /// The style with the attributes of a tag applied; as in CSS, a declaration in `style` overrides the attribute.
    func applying(_ tag: SVGScanner.Tag) throws(SymbolFault) -> SymbolStyle {
        guard tag.attributes["transform"] == nil else {
            throw SymbolFault(
                line: tag.line, reason: "the transform of <\(tag.name)> is not read: move the points themselves (in Inkscape, ungroup)")
        }
        var values = tag.attributes
        for declaration in (tag.attributes["style"] ?? "").split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { values[trimmed(parts[0])] = trimmed(parts[1]) }
        }
        var result = self
        result.fill = try ink(values["fill"], inherited: fill, tag)
        result.stroke = try ink(values["stroke"], inherited: stroke, tag)
        if let width = values["stroke-width"] { result.strokeWidth = try number(width, tag) }
        if let rule = values["fill-rule"], rule != "inherit" { result.isEvenOdd = rule == "evenodd" }
        // Nothing in a hidden group is visible.
        if values["display"] == "none" { result.isHidden = true }
        return result
    }

    /// The layers of a path; a fill and a stroke of the same colour are one area with round corners.
    func layers(_ path: SubdialDrawing.Path) -> [SymbolLayer] {
        guard !isHidden else { return [] }
        let stroke = strokeWidth > 0 ? stroke : nil
        if let fill, fill == stroke {
            return [SymbolLayer(path: path, form: .fill(outline: strokeWidth, isEvenOdd: isEvenOdd), isErased: fill == .erased)]
        }
        var layers: [SymbolLayer] = []
        if let fill { layers.append(SymbolLayer(path: path, form: .fill(outline: 0, isEvenOdd: isEvenOdd), isErased: fill == .erased)) }
        if let stroke { layers.append(SymbolLayer(path: path, form: .stroke(strokeWidth), isErased: stroke == .erased)) }
        return layers
    }

    private func ink(_ text: String?, inherited: Ink?, _ tag: SVGScanner.Tag) throws(SymbolFault) -> Ink? {
        guard let text, text != "inherit" else { return inherited }
        switch text.lowercased().filter({ !$0.isWhitespace }) {
        case "none", "transparent": return nil
        case "white", "#fff", "#ffffff", "rgb(255,255,255)", "rgb(100%,100%,100%)": return .erased
        case let paint where paint.hasPrefix("url("):
            throw SymbolFault(line: tag.line, reason: "a symbol has no gradients or patterns: white cuts out, any other colour draws")
        default: return .drawn
        }
    }

    private func number(_ text: String, _ tag: SVGScanner.Tag) throws(SymbolFault) -> Double {
        let digits = text.hasSuffix("px") ? String(text.dropLast(2)) : text
        guard let number = Double(digits), (0...10_000).contains(number) else {
            throw SymbolFault(line: tag.line, reason: "stroke-width is a number from 0 to 10000, not '\(text)'")
        }
        return number
    }

    private func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
