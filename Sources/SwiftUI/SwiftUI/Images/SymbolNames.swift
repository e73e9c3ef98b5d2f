import SubdialBasics

private struct SymbolNamesKey: EnvironmentKey { static let defaultValue: Set<String>? = nil }

extension EnvironmentValues {
    /// The names of the symbols that the drawing has; nil if they are not known, so that no name is wrong.
    package var symbolNames: Set<String>? {
        get { self[SymbolNamesKey.self] }
        set { self[SymbolNamesKey.self] = newValue }
    }
}

/// The symbols of the drawing, among which a name is looked for.
struct SymbolNames {
    private let names: Set<String>?

    init(_ names: Set<String>?) { self.names = names }

    /// The parts at the end of names that are variants of the same symbol.
    private static let variants: Set<String> = ["fill", "circle", "square", "rectangle", "slash"]

    /// The name of the symbol that is drawn for one that is asked for, and what is wrong if it is another one.
    ///
    /// A name that the drawing lacks stands for its nearest variant: `heart.circle.fill` for `heart.fill`, then `heart`, then `heart.circle`.
    /// Without any, the name itself stays, for which a neutral shape of its size is drawn.
    func resolved(_ name: String) -> (name: String, problem: String?) {
        guard let names, !name.isEmpty, !names.contains(name) else { return (name, nil) }
        var parts = name.split(separator: ".").map(String.init)
        var own: [String] = []
        while parts.count > 1, let last = parts.last, Self.variants.contains(last) {
            own.insert(last, at: 0)
            parts.removeLast()
        }
        let base = parts.joined(separator: ".")
        // Filled or not as asked for, with fewer variants first.
        let isFilled = own.last == "fill"
        let shapes = own.filter { $0 != "fill" }
        var endings: [[String]] = []
        for count in stride(from: shapes.count, through: 0, by: -1) {
            let kept = Array(shapes.prefix(count))
            endings += isFilled ? [kept + ["fill"], kept] : [kept, kept + ["fill"]]
        }
        endings += isFilled ? [["circle", "fill"], ["circle"]] : [["circle"], ["circle", "fill"]]
        endings += [["square"], ["square", "fill"], ["slash"], ["slash", "fill"]]
        for ending in endings {
            let candidate = ([base] + ending).joined(separator: ".")
            if names.contains(candidate) {
                return (candidate, "the symbol '\(name)' is not in the library: '\(candidate)' stands in its place")
            }
        }
        let hint = Suggestion.hint(for: name, among: names)
        return (name, "the symbol '\(name)' is not in the library: a neutral shape stands in its place\(hint)")
    }
}
