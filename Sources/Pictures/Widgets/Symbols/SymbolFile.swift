import SubdialDrawing
import SubdialLayout

/// Reads a symbol from an SVG file.
///
/// The supported subset of SVG is `<path>`, in `<g>` or not, with the attributes `d`, `fill`, `stroke`, `stroke-width` and `fill-rule`, or the
/// same in `style`. White cuts out, any other colour draws.
struct SymbolFile {
    /// The maximum size of a file, in bytes.
    static let maximumBytes = 64 * 1024
    /// The maximum number of paths of a symbol.
    static let maximumPaths = 64
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
