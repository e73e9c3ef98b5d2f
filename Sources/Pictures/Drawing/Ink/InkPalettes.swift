/// The available palettes, by name.
public struct InkPalettes: Hashable, Sendable {
    /// The palettes in listing order.
    package private(set) var palettes: [InkPalette]

    /// The grays of 1, 2, 4 and 8 bits: `bw`, `gray-4`, `gray-16` and `gray-256`.
    package static let grays = InkPalettes([1, 2, 4, 8].map(InkPalette.gray))

    /// Creates a list of palettes.
    package init(_ palettes: [InkPalette]) { self.palettes = palettes }

    /// Adds a palette; it replaces one of the same name.
    package mutating func add(_ palette: InkPalette) {
        if let index = palettes.firstIndex(where: { $0.name == palette.name }) {
            palettes[index] = palette
        } else {
            palettes.append(palette)
        }
    }

    /// The palette of that name.
    ///
    /// - Throws: `InkError.option` with the most similar name.
    package func palette(_ name: String) throws(InkError) -> InkPalette {
        guard let palette = palettes.first(where: { $0.name == name }) else {
            throw .unknown("palette", name, among: palettes.map(\.name))
        }
        return palette
    }
}
