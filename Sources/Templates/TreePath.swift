/// Where in the tree the values of one map stand: `body.HStack[1].Text`.
struct TreePath {
    /// The map itself, its element included.
    let node: String
    private let outer: String

    /// Makes the places of a map that stands at `path`, where `keys` are its keys.
    init(_ path: String, keys: some Sequence<String>) {
        outer = path
        let element = keys.first { $0.first?.isUppercase == true }
        node = element.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? path
    }

    /// Where what stands at `key` is.
    func path(of key: String) -> String {
        if outer.isEmpty, node.isEmpty { return ["body", "label"].contains(key) ? key : "" }
        return Vocabulary.layers.contains(key) || TreePath.regions.contains(key) ? "\(node).\(key)" : node
    }

    private static let regions = Set(Vocabulary.islandRegions.keys)
}
