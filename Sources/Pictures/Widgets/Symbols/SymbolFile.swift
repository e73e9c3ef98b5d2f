import SubdialDrawing
import SubdialLayout

/// Reads a symbol from an SVG file.
///
/// The supported subset of SVG is `<path>`, in `<g>` or not, with the attributes `d`, `fill`, `stroke`, `stroke-width` and `fill-rule`, or the
/// same in `style`, and `class` for the hierarchy and the colours of a symbol of several. White cuts out, any other colour draws.
struct SymbolFile {
    /// The maximum size of a file, in bytes.
    private static let maximumBytes = 64 * 1024
    /// The maximum number of paths of a symbol.
    private static let maximumPaths = 64
    /// The maximum depth of nested groups.
    private static let maximumDepth = 32
    private static let skipped: Set<String> = ["title", "desc", "metadata", "defs"]
    private static let supported = "a symbol has <path> elements, in <g> or not"

    private var scanner: SVGScanner
    private var layers: [SymbolLayer] = []
    private var pathCount = 0
    /// The open elements, with the style that paths in them inherit.
    private var open: [(name: String, style: SymbolStyle)] = []

    private init(_ text: String) {
        scanner = SVGScanner(text)
    }

    /// Reads a symbol from the text of a file.
    static func symbol(_ text: String) throws(SymbolFault) -> Symbol {
        guard text.utf8.count <= maximumBytes else {
            throw SymbolFault(line: nil, reason: "a symbol's file has at most \(maximumBytes / 1024) KiB")
        }
        var file = SymbolFile(text)
        return try file.read()
    }

    private mutating func read() throws(SymbolFault) -> Symbol {
        guard let root = try scanner.next(), root.name == "svg", root.kind != .closing else {
            throw SymbolFault(line: nil, reason: "a symbol is an SVG file, which begins with <svg>")
        }
        let box = try Self.box(root)
        if root.kind == .opening {
            try enter(root, SymbolStyle())
            while !open.isEmpty { try readNext() }
        }
        guard layers.contains(where: { !$0.isErased }) else {
            throw SymbolFault(line: nil, reason: "nothing is drawn: a symbol needs a <path> with a fill or a stroke that is not white")
        }
        return Symbol(layers: layers, box: box)
    }

    /// Reads the next tag inside the open elements.
    private mutating func readNext() throws(SymbolFault) {
        guard let parent = open.last else { return }
        guard let tag = try scanner.next() else { throw SymbolFault(line: nil, reason: "<\(parent.name)> is not closed") }
        switch (tag.kind, tag.name) {
        case (.closing, _):
            guard tag.name == parent.name else {
                throw SymbolFault(line: tag.line, reason: "</\(tag.name)> stands where <\(parent.name)> is open")
            }
            open.removeLast()
        case (_, "g"):
            guard tag.kind == .opening else { return }
            try enter(tag, parent.style)
        case (_, "path"):
            try add(tag, parent.style)
            if tag.kind == .opening { try skip(tag) }
        case (_, let name) where Self.skipped.contains(name) || name.contains(":"):
            if tag.kind == .opening { try skip(tag) }
        default:
            throw SymbolFault(
                line: tag.line, reason: "<\(tag.name)> is not read: \(Self.supported); drawing programs turn other shapes into paths")
        }
    }

    /// Opens a group or the root element.
    private mutating func enter(_ tag: SVGScanner.Tag, _ style: SymbolStyle) throws(SymbolFault) {
        guard open.count < Self.maximumDepth else {
            throw SymbolFault(line: tag.line, reason: "groups stand in each other at most \(Self.maximumDepth) deep")
        }
        open.append((tag.name, try style.applying(tag)))
    }

    /// Skips everything up to the end tag of an open element.
    private mutating func skip(_ tag: SVGScanner.Tag) throws(SymbolFault) {
        var depth = 1
        while depth > 0 {
            guard let next = try scanner.next() else { throw SymbolFault(line: nil, reason: "<\(tag.name)> is not closed") }
            if next.kind == .opening { depth += 1 }
            if next.kind == .closing { depth -= 1 }
        }
    }

    private mutating func add(_ tag: SVGScanner.Tag, _ style: SymbolStyle) throws(SymbolFault) {
        pathCount += 1
        guard pathCount <= Self.maximumPaths else {
            throw SymbolFault(line: tag.line, reason: "a symbol has at most \(Self.maximumPaths) paths")
        }
        guard let data = tag.attributes["d"] else { throw SymbolFault(line: tag.line, reason: "the <path> has no d") }
        let style = try style.applying(tag)
        let path: SubdialDrawing.Path
        do {
            path = try SubdialDrawing.Path(svg: data)
        } catch {
            throw SymbolFault(line: tag.line, reason: error.description)
        }
        if !path.isEmpty { layers += style.layers(path) }
    }

    private static func box(_ tag: SVGScanner.Tag) throws(SymbolFault) -> Rect {
        guard let text = tag.attributes["viewBox"] else { throw SymbolFault(line: tag.line, reason: "the <svg> has no viewBox") }
        let parts = text.split { $0.isWhitespace || $0 == "," }
        let numbers = parts.compactMap { Double($0) }.filter { abs($0) <= 10_000 }
        guard numbers.count == 4, parts.count == 4, numbers[2] >= 1, numbers[3] >= 1 else {
            throw SymbolFault(
                line: tag.line, reason: "the viewBox has four numbers: left, top, width and height, both at least 1 and all at most 10000")
        }
        let box = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard (0.1...10).contains(box.width / box.height) else {
            throw SymbolFault(line: tag.line, reason: "a symbol is at most ten times as wide as high, or as high as wide")
        }
        return box
    }
}

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
    private var level = 0
    private var color: SymbolColor?
    private var isVariable = false

    /// The style with the attributes of a tag applied; as in CSS, a declaration in `style` overrides the attribute.
    fileprivate func applying(_ tag: SVGScanner.Tag) throws(SymbolFault) -> SymbolStyle {
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
        if let classes = values["class"] { result.setRoles(classes) }
        // Nothing in a hidden group is visible.
        if values["display"] == "none" { result.isHidden = true }
        return result
    }

    /// Reads the roles of a part, as in the symbols that Apple's program exports.
    ///
    /// `primary`, `secondary` and `tertiary`, also as `hierarchical-0:secondary`, are the place in the hierarchy; `multicolor-0:yellow` is the colour
    /// in a symbol of several colours; and `variable` is a part that a variable value dims.
    private mutating func setRoles(_ classes: String) {
        for name in classes.split(whereSeparator: \.isWhitespace) {
            let parts = name.split(separator: ":")
            if parts.count == 2, parts[0].hasPrefix("multicolor-") { color = SymbolColor(className: parts[1]) }
            if parts.count == 2, !parts[0].hasPrefix("hierarchical-") { continue }
            switch parts.last {
            case "primary"?: level = 0
            case "secondary"?: level = 1
            case "tertiary"?: level = 2
            case "variable"?: isVariable = true
            default: break
            }
        }
    }

    /// The layers of a path; a fill and a stroke of the same colour are one area with round corners.
    fileprivate func layers(_ path: SubdialDrawing.Path) -> [SymbolLayer] {
        plainLayers(path).map { layer in
            var layer = layer
            (layer.level, layer.color, layer.isVariable) = (level, color, isVariable)
            return layer
        }
    }

    private func plainLayers(_ path: SubdialDrawing.Path) -> [SymbolLayer] {
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

/// The reason why a symbol file is invalid.
struct SymbolFault: Error, Hashable, CustomStringConvertible {
    /// The line number, from 1; nil for the whole file.
    let line: Int?
    let reason: String

    var description: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// Scans the tags of an SVG file.
///
/// Text between tags, comments and processing instructions are skipped. Entities are not resolved, and external resources are never loaded.
struct SVGScanner {
    /// A tag, between `<` and `>`.
    struct Tag: Hashable {
        enum Kind: Hashable {
            /// `<g>`, `</g>` and `<g/>`.
            case opening, closing, empty
        }

        var name: String
        var kind: Kind
        var attributes: [String: String] = [:]
        /// The number of its first line.
        var line: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next tag; nil at the end.
    mutating func next() throws(SymbolFault) -> Tag? {
        while skip(until: "<") {
            if try skipOther() { continue }
            return try tag()
        }
        return nil
    }

    /// Skips a comment, a CDATA section, an instruction or a DOCTYPE; returns true if there was one.
    private mutating func skipOther() throws(SymbolFault) -> Bool {
        for (start, end, name) in [("!--", "-->", "comment"), ("![CDATA[", "]]>", "CDATA section"), ("?", "?>", "instruction")]
        where apply(start) {
            let begin = line
            guard skip(until: end) else { throw SymbolFault(line: begin, reason: "the \(name) has no end") }
            return true
        }
        guard apply("!") else { return false }
        let begin = line
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            guard bytes[position] != UInt8(ascii: "[") else {
                throw SymbolFault(line: begin, reason: "a DOCTYPE with declarations of its own is not read")
            }
            advance()
        }
        guard apply(">") else { throw SymbolFault(line: begin, reason: "the DOCTYPE has no end") }
        return true
    }

    /// Reads a tag after its `<`.
    private mutating func tag() throws(SymbolFault) -> Tag {
        let begin = line
        let isClosing = apply("/")
        var tag = Tag(name: word(), kind: isClosing ? .closing : .opening, line: begin)
        guard !tag.name.isEmpty else { throw SymbolFault(line: begin, reason: "a name should stand behind <") }
        while true {
            skipSpace()
            if apply(">") { return tag }
            if !isClosing, apply("/>") {
                tag.kind = .empty
                return tag
            }
            guard position < bytes.count else { throw SymbolFault(line: begin, reason: "<\(tag.name) has no >") }
            let (name, value) = try attribute(of: tag.name)
            tag.attributes[name] = value
        }
    }

    /// Reads an attribute, `name="value"`.
    private mutating func attribute(of tag: String) throws(SymbolFault) -> (String, String) {
        let name = word()
        guard !name.isEmpty else { throw SymbolFault(line: line, reason: "<\(tag)> has a character that is no attribute") }
        skipSpace()
        guard apply("=") else { throw SymbolFault(line: line, reason: "the attribute \(name) of <\(tag)> has no value") }
        skipSpace()
        for quote in ["\"", "'"] where apply(quote) {
            let (begin, start) = (line, position)
            guard skip(until: quote) else { throw SymbolFault(line: begin, reason: "the value of \(name) has no closing quote") }
            return (name, String(decoding: bytes[start..<position - 1], as: UTF8.self))
        }
        throw SymbolFault(line: line, reason: "the value of \(name) should stand in quotes")
    }

    /// Reads a name.
    private mutating func word() -> String {
        let start = position
        while position < bytes.count, bytes[position] > 0x20, !"<>/=\"'".utf8.contains(bytes[position]) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 0x20 { advance() }
    }

    /// Consumes `part` if it comes next.
    private mutating func apply(_ part: String) -> Bool {
        guard bytes[position...].starts(with: part.utf8) else { return false }
        for _ in part.utf8 { advance() }
        return true
    }

    /// Skips everything up to and including `part`; returns false at the end of the file if `part` is missing.
    private mutating func skip(until part: String) -> Bool {
        while position < bytes.count {
            if apply(part) { return true }
            advance()
        }
        return false
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }
}
