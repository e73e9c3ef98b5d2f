import SubdialDocuments

extension View {
    /// The keys that a template applies in this order, regardless of their order in the node.
    static let order = [
        ["fixedSize"], ["aspectRatio"], ["padding"], ["frame"], ["background", "backgroundAlignment"], ["cornerRadius", "clip"], ["border"],
        ["overlay", "overlayAlignment"], ["mask", "maskAlignment"], ["brightness"], ["blur"], ["shadow"], ["rotation"], ["scale"],
        ["opacity"], ["offset"],
    ]
    /// The keys that everything within the view inherits; the innermost one takes precedence.
    static let inherited: Set = [
        "font", "foreground", "lineLimit", "minimumScaleFactor", "truncation", "monospacedDigit", "symbolSize", "layoutDirection",
        "colorScheme",
    ]
    /// The keys that the view's parent or the loop reads, and that must be on the outermost node.
    static let outermost: Set = [
        "layoutPriority", "gridCellColumns", "gridColumnAlignment", "belowIfTooWide", "alignmentGuide", "if", "for",
    ]

    private static let rank = Dictionary(uniqueKeysWithValues: order.enumerated().flatMap { rank, keys in keys.map { ($0, rank) } })

    /// The view with a modifier of the template language.
    ///
    /// A modifier that cannot apply after the existing ones, such as a second `padding`, is added to a `ZStack` around the view.
    ///
    /// - Parameters:
    ///   - key: The modifier's name.
    ///   - value: The modifier's value.
    public func modifier(_ key: String, _ value: JSONValue) -> View {
        if Self.inherited.contains(key) || ["if", "for"].contains(key), members.contains(where: { $0.key == key }) {
            return wrapped(movesOutwards: !["if", "for"].contains(key)).with(key, value)
        }
        return following(key).with(key, value)
    }

    /// The view itself if a modifier can apply after its existing ones, otherwise a node around it.
    func following(_ key: String) -> View {
        guard let rank = Self.rank[key] else { return self }
        return members.contains { Self.rank[$0.key].map { $0 >= rank } ?? false } ? wrapped() : self
    }

    /// The view as the owner of a layer.
    ///
    /// A view that sets a font or a colour is wrapped, so that the layer does not inherit them.
    func owningLayer(_ key: String) -> View {
        let view = following(key)
        return view.members.contains { Self.inherited.contains($0.key) } ? view.wrapped() : view
    }

    /// The view in a `ZStack`, which changes neither its size nor its position.
    private func wrapped(movesOutwards: Bool = true) -> View {
        var inner = self
        let moved = movesOutwards ? inner.members.filter { Self.outermost.contains($0.key) } : []
        if movesOutwards { inner.members.removeAll { Self.outermost.contains($0.key) } }
        var outer = View("ZStack", .array([inner.json]), at: places[element] ?? CodePlace("", 0))
        outer.members += moved
        for (path, place) in places { outer.places["ZStack[0].\(path)"] = place }
        return outer
    }
}
