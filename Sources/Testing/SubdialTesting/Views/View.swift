import SubdialDocuments

/// A view of the template language, written in Swift.
///
/// It is a node of the same tree as in a template's YAML: the same names, the same arguments, the same expressions between `{{` and `}}`.
/// An error in it is reported at the line of code that made it.
///
/// As in SwiftUI, modifiers apply in the order in which they are written. (In YAML they have a fixed order.)
public struct View: Sendable {
    /// The element with its content, followed by its arguments and modifiers.
    var members: [JSONMember]
    /// The source location of each node, by the node's path within the view: `HStack`, `HStack[1].Text`.
    var places: [String: CodePlace]

    /// The element's name.
    var element: String { members.first?.key ?? "" }
    /// The view in a template's form.
    var json: JSONValue { .object(members) }

    /// Makes a view of an element by its name in the template language.
    ///
    /// - Parameters:
    ///   - element: The name, such as `Text`.
    ///   - content: The value of the element's key.
    public init(_ element: String, _ content: JSONValue = .null, file: StaticString = #filePath, line: UInt = #line) {
        self.init(element, content, at: CodePlace(file, line))
    }

    init(_ element: String, _ content: JSONValue, at place: CodePlace) {
        members = [JSONMember(element, content)]
        places = [element: place]
    }

    /// Makes a view with child views.
    init(_ element: String, _ views: [View], at place: CodePlace) {
        self.init(element, .array(views.map(\.json)), at: place)
        add(places: views, under: element)
    }

    /// The view with a key of the template language, if `value` is not nil.
    func with(_ key: String, _ value: JSONValue?) -> View {
        guard let value else { return self }
        var view = self
        view.members.removeAll { $0.key == key }
        view.members.append(JSONMember(key, value))
        return view
    }

    func with(_ key: String, _ number: (any TemplateNumber)?) -> View { with(key, number?.templateValue) }

    func with(_ key: String, _ word: (some RawRepresentable<String>)?) -> View { with(key, word.map { .string($0.rawValue) }) }

    func with(_ key: String, _ style: ShapeStyle?) -> View { with(key, style?.json) }

    /// The view with other views at a key, such as a gauge's label or a background; unchanged if there are none.
    func with(_ key: String, _ views: [View]) -> View {
        guard !views.isEmpty else { return self }
        var view = with(key, View.body(views))
        // Expanded trees name an argument's nodes with its key, parsed ones without it.
        view.add(places: views, under: "\(element).\(key)")
        view.add(places: views, under: element)
        return view
    }

    /// The content of a key: one node, or a list.
    static func body(_ views: [View]) -> JSONValue { views.count == 1 ? views[0].json : .array(views.map(\.json)) }

    /// The source locations of views at `path`, as one node or as a list.
    static func places(of views: [View], at path: String) -> [String: CodePlace] {
        var places: [String: CodePlace] = [:]
        for (index, view) in views.enumerated() {
            let outer = views.count == 1 ? path : "\(path)[\(index)]"
            for (inner, place) in view.places { places["\(outer).\(inner)"] = place }
        }
        return places
    }

    private mutating func add(places views: [View], under path: String) {
        for (index, view) in views.enumerated() {
            for (inner, place) in view.places {
                places["\(path)[\(index)].\(inner)", default: place] = place
                if views.count == 1, places["\(path).\(inner)"] == nil { places["\(path).\(inner)"] = place }
            }
        }
    }
}

/// A source location in a test.
struct CodePlace: Sendable {
    let file: StaticString
    let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }
}

extension [String: CodePlace] {
    /// The source location of a node of the tree, or of its nearest ancestor that has one.
    func nearest(to path: String) -> CodePlace? {
        var path = path[...]
        while !path.isEmpty {
            if let place = self[String(path)] { return place }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
        return nil
    }
}

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
    private func following(_ key: String) -> View {
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
