/// What a screen reader says at one stop in a picture.
public struct SpokenElement: Hashable, Sendable {
    /// The name.
    public var label = ""
    /// The value; nil for none.
    public var value: String?
    /// What happens if it is used; nil if that is not said.
    public var hint: String?
    /// The traits, such as `isButton`, in alphabetical order.
    public var traits: [String] = []
    /// The frame in canvas coordinates.
    public let frame: Rect
    /// The ID of the node; nil for none.
    ///
    /// A combined element without its own has the first one inside, so that a mask of that node covers it.
    public private(set) var id: String?
    /// The location of the node in its template or its view.
    public let path: String
    /// True if the text changes by itself.
    public private(set) var isLive = false
    private var priority = 0.0
    /// The elements of a group, which are read after its name.
    private var members: [SpokenElement] = []

    private init(_ node: PlacedNode) { (frame, id, path) = (node.frame, node.id, node.path) }

    /// The elements of a node, in the order of reading: those with a higher priority first, then from the top to the bottom, and in a row from
    /// the leading to the trailing edge.
    static func elements(of node: PlacedNode) -> [SpokenElement] { all(in: node).ordered(node.direction).flatMap(\.flattened) }

    private var flattened: [SpokenElement] {
        (label.isEmpty && value == nil ? [] : [self]) + members
    }

    /// The elements of a node, in no order.
    private static func all(in node: PlacedNode) -> [SpokenElement] {
        var inside = node.children.flatMap(all)
        switch node.drawn {
        case .text(let content, _, _, _):
            var element = SpokenElement(node)
            element.label = content.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            element.traits = ["isStaticText"]
            element.isLive = content.widest != nil
            if !element.label.isEmpty { inside.append(element) }
        case .image(let image):
            // Without a label, the name of a picture is read; what Apple says for its symbols is not published.
            var element = SpokenElement(node)
            if case .picture(let picture) = image.kind { element.label = picture.name }
            element.traits = ["isImage"]
            inside.append(element)
        case .effect(.hidden): return []
        case .effect(.opacity(let opacity)) where opacity <= 0: return []
        case .effect(.accessibility(let description)): return described(inside, description, node)
        default: break
        }
        return inside
    }

    /// The elements inside a node with a description.
    private static func described(_ inside: [SpokenElement], _ description: Accessibility, _ node: PlacedNode) -> [SpokenElement] {
        if description.isHidden { return [] }
        var whole = SpokenElement(node)
        switch description.children {
        case "combine"?:
            let read = inside.ordered(node.direction).flatMap(\.flattened)
            whole.label = read.map(\.label).filter { !$0.isEmpty }.joined(separator: ", ")
            let values = read.compactMap(\.value)
            whole.value = values.isEmpty ? nil : values.joined(separator: ", ")
            whole.traits = Set(read.flatMap(\.traits)).subtracting(["isStaticText"]).sorted()
            whole.isLive = read.contains(where: \.isLive)
            whole.id = whole.id ?? read.lazy.compactMap(\.id).first
        case "ignore"?: break
        case "contain"?: whole.members = inside.ordered(node.direction).flatMap(\.flattened)
        default:
            guard inside.isEmpty else { return inside.map { $0.described(description) } }
            // A shape with a name is an element; one without is none.
            guard description.label != nil || description.value != nil else { return [] }
        }
        return [whole.described(description)]
    }

    private func described(_ description: Accessibility) -> SpokenElement {
        var element = self
        if let label = description.label { (element.label, element.isLive) = (label, false) }
        element.value = description.value ?? value
        element.hint = description.hint ?? hint
        element.traits = Set(traits).subtracting(description.removedTraits).union(description.traits).sorted()
        element.priority = description.sortPriority ?? priority
        return element
    }
}

extension [SpokenElement] {
    /// The elements in the order of reading.
    fileprivate func ordered(_ direction: LayoutDirection) -> [SpokenElement] {
        Dictionary(grouping: self, by: \.sortKey).sorted { $0.key > $1.key }.flatMap { $0.value.inRows(direction) }
    }

    /// The elements of one priority: a row has those whose middle is above the lower edge of its first one.
    private func inRows(_ direction: LayoutDirection) -> [SpokenElement] {
        var rows: [[SpokenElement]] = []
        for element in stablySorted(by: { $0.frame.minY < $1.frame.minY }) {
            let middle = (element.frame.minY + element.frame.maxY) / 2
            if let first = rows.last?.first, element.frame.minY <= first.frame.minY || middle < first.frame.maxY {
                rows[rows.count - 1].append(element)
            } else {
                rows.append([element])
            }
        }
        return rows.flatMap { row in
            row.stablySorted {
                direction == .rightToLeft ? $0.frame.maxX > $1.frame.maxX : $0.frame.minX < $1.frame.minX
            }
        }
    }

    private func stablySorted(by isBefore: (SpokenElement, SpokenElement) -> Bool) -> [SpokenElement] {
        enumerated().sorted { first, second in
            isBefore(first.element, second.element)
                || !isBefore(second.element, first.element) && first.offset < second.offset
        }.map(\.element)
    }
}

extension SpokenElement {
    fileprivate var sortKey: Double { priority.isNaN ? 0 : priority }
}

extension PlacedNode {
    /// What a screen reader says of the node, in the order of reading.
    public var spoken: [SpokenElement] { SpokenElement.elements(of: self) }

    /// True if a part of the node is described for screen readers.
    public var isDescribed: Bool {
        if case .effect(.accessibility) = drawn { return true }
        return children.contains(where: \.isDescribed)
    }
}
