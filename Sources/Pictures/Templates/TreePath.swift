/// The paths in the tree of the values of one map: `body.HStack[1].Text`.
struct TreePath {
    /// The path of the map, including its element.
    let node: String
    private let outer: String

    /// Creates the paths of a map with `keys` at `path`.
    init(_ path: String, keys: some Sequence<String>) {
        outer = path
        let element = keys.first { $0.first?.isUppercase == true }
        node = element.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? path
    }

    /// The path of the value at `key`.
    func path(of key: String) -> String {
        if outer.isEmpty, node.isEmpty { return ["body", "label"].contains(key) ? key : "" }
        return Vocabulary.layers.contains(key) || TreePath.regions.contains(key) ? "\(node).\(key)" : node
    }

    private static let regions = Set(Vocabulary.islandRegions.keys)
}
