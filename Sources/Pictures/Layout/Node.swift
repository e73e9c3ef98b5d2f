/// A view: its content, its modifiers from the innermost outwards, and its location in the template.
public struct Node: Hashable, Sendable {
    /// The content without modifiers.
    public var content: Content
    /// The modifiers, from the innermost outwards.
    public var modifiers: [Modifier]
    /// The ID set in the template.
    public var id: String?
    /// The location in the template: `body.HStack[1].Text`.
    public var path: String

    /// Creates a view.
    public init(_ content: Content, modifiers: [Modifier] = [], id: String? = nil, path: String = "") {
        self.content = content
        self.modifiers = modifiers
        self.id = id
        self.path = path
    }
}
