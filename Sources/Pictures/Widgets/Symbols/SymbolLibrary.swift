import Synchronization

/// The symbols of the `symbols` folder, one SVG file each.
///
/// A file is read when its symbol is first used: a widget uses a few of a hundred.
public final class SymbolLibrary: Sendable {
    /// The names of all symbols, sorted.
    public let names: [String]
    private let resources: ResourceFolder
    let available: Set<String>
    private let read = Mutex<[String: Result<Symbol, WidgetError>]>([:])

    /// Lists the folder; the user's symbols replace those of Subdial with the same name.
    public init(_ resources: ResourceFolder) {
        self.resources = resources
        names = resources.names(in: "symbols").filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(".svg".count)) }.sorted()
        available = Set(names)
    }

    /// Reads every symbol.
    ///
    /// - Throws: `WidgetError.resource` with the file and line of the first invalid symbol.
    public func check() throws(WidgetError) {
        for name in names { _ = try symbol(name) }
    }

    /// The symbol with that name; nil if there is none.
    ///
    /// - Throws: `WidgetError.resource` with the file and line if the symbol is invalid.
    func symbol(_ name: String) throws(WidgetError) -> Symbol? {
        guard available.contains(name) else { return nil }
        if let known = read.withLock({ $0[name] }) { return try known.get() }
        guard let (file, text) = resources.text("symbols/\(name).svg") else { return nil }
        let result = Result { () throws(WidgetError) in try Self.symbol(text, file: file) }
        read.withLock { $0[name] = result }
        return try result.get()
    }

    private static func symbol(_ text: String, file: String) throws(WidgetError) -> Symbol {
        do {
            return try SymbolFile.symbol(text)
        } catch {
            throw .resource(file, reason: error.description)
        }
    }
}
