import JSON

/// A view as templates have it, written in Swift.
///
/// It is a node of the same tree that a template's YAML is: the same names, the same modifiers, the same expressions between `{{` and `}}`.
/// What a view has no method for, ``modifier(_:_:)`` says with the template's own key.
public struct View: Hashable, Sendable {
    /// The element's name with its content, then its modifiers.
    var members: [JSONMember]

    init(_ element: String, _ content: JSONValue) {
        members = [JSONMember(element, content)]
    }

    /// The view as a template has it.
    var json: JSONValue { .object(members) }

    /// The view with a key of the template's language; the same key again takes the place of the one before.
    public func modifier(_ key: String, _ value: JSONValue) -> View {
        var view = self
        view.members.removeAll { $0.key == key }
        view.members.append(JSONMember(key, value))
        return view
    }
}

/// Puts views together, as SwiftUI's builder of that name does.
@resultBuilder public enum ViewBuilder {
    /// A view alone.
    public static func buildExpression(_ view: View) -> [View] { [view] }
    /// Views one after the other.
    public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }
    /// Views where a condition holds.
    public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }
    /// The views of a branch.
    public static func buildEither(first views: [View]) -> [View] { views }
    /// The views of the other branch.
    public static func buildEither(second views: [View]) -> [View] { views }
    /// The views of a loop.
    public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }
}
