/// The symbols of the `symbols` folder, one SVG file each.
public struct SymbolLibrary: Sendable {
    private let symbols: [String: Symbol]

    /// Reads every symbol of the folder; the user's replace those of Subdial with the same name.
    ///
    /// - Throws: `WidgetError.resource` with the file and line of an invalid symbol.
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
        do {
            return try SymbolFile.symbol(text)
        } catch {
            throw .resource(file, reason: error.description)
        }
    }
}
