/// What a screen reader says of a view; a nil part is that of the view itself.
public struct Accessibility: Hashable, Sendable {
    /// The name.
    public var label: String?
    /// The value.
    public var value: String?
    /// What happens if it is used.
    public var hint: String?
    /// The traits, such as `isButton`, in alphabetical order.
    public var traits: [String]
    /// The traits that the view itself would have and that are taken from it, in alphabetical order.
    public var removedTraits: [String] = []
    /// True if it is left out.
    public var isHidden: Bool
    /// The order of reading among siblings: higher ones first.
    public var sortPriority: Double?
    /// How the children are read: `combine`, `contain` or `ignore`; nil as they are.
    public var children: String?

    /// Creates a description of nothing.
    public init() { (traits, isHidden) = ([], false) }

    /// Adds a description around this one: what it says goes before, traits are added, and what is hidden stays so.
    package mutating func merge(_ outer: Accessibility) {
        label = outer.label ?? label
        value = outer.value ?? value
        hint = outer.hint ?? hint
        sortPriority = outer.sortPriority ?? sortPriority
        children = outer.children ?? children
        isHidden = isHidden || outer.isHidden
        traits = Set(traits).subtracting(outer.removedTraits).union(outer.traits).sorted()
        removedTraits = Set(removedTraits).subtracting(outer.traits).union(outer.removedTraits).sorted()
    }
}

extension [Modifier] {
    /// Describes a view for screen readers, in one modifier with the descriptions before.
    ///
    /// A description that makes a new element of the view stays apart from that of the view inside, as does one behind a further layer.
    package mutating func describe(_ description: Accessibility) {
        guard description != Accessibility() else { return }
        let last = lastIndex {
            switch $0 {
            case .accessibility, .background, .overlay: true
            default: false
            }
        }
        if description.children == nil, let last, case .accessibility(var inner) = self[last] {
            inner.merge(description)
            self[last] = .accessibility(inner)
        } else {
            append(.accessibility(description))
        }
    }
}
