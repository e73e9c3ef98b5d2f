import Drawing

/// One symbol: an outline in a box.
struct Symbol: Sendable {
    let path: Drawing.Path
    let box: Drawing.Rect

    /// Its width for a height of 1.
    var aspectRatio: Double { box.width / box.height }

    /// The outline placed in `frame`, centred by its area rather than by its box where it is a triangle that points somewhere.
    func path(in frame: Drawing.Rect) -> Drawing.Path { path.fitted(from: box, into: frame) }
}

/// The symbols of the `symbols` folder: SVG files with one `viewBox` and one path each.
public struct SymbolLibrary: Sendable {
    private let symbols: [String: Symbol]

    /// Reads every symbol of the folder, a user's in place of Subdial's of the same name.
    public init(_ resources: ResourceFolder) throws(WidgetError) {
        var symbols: [String: Symbol] = [:]
        for name in resources.names(in: "symbols") where name.hasSuffix(".svg") {
            guard let (file, text) = resources.text("symbols/\(name)") else { continue }
            symbols[String(name.dropLast(4))] = try Self.symbol(text, file: file)
        }
        self.symbols = symbols
    }

    /// The names of all symbols, sorted.
    public var names: [String] { symbols.keys.sorted() }

    subscript(name: String) -> Symbol? { symbols[name] }

    private static func symbol(_ text: String, file: String) throws(WidgetError) -> Symbol {
        guard let data = attribute("d", of: text), let box = attribute("viewBox", of: text) else {
            throw .resource(file, reason: "a symbol is an SVG with a viewBox and one path")
        }
        let numbers = box.split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double($0) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { throw .resource(file, reason: "the viewBox needs four numbers") }
        do {
            return Symbol(
                path: try Drawing.Path(svg: data), box: Drawing.Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        } catch {
            throw .resource(file, reason: "\(error)")
        }
    }

    /// What stands in quotes behind ` name=`.
    private static func attribute(_ name: String, of text: String) -> String? {
        guard let start = text.firstRange(of: " \(name)=\"")?.upperBound, let end = text[start...].firstIndex(of: "\"") else { return nil }
        return String(text[start..<end])
    }
}

extension String {
    /// Where `part` stands first.
    fileprivate func firstRange(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
