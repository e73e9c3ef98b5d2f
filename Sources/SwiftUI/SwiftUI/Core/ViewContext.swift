package import SubdialLayout

/// What the nodes of a view depend on: its environment, and where it stands in the tree.
///
/// The environment goes down, preferences come up, and a path of types and indices identifies a node.
public struct _ViewContext {
    /// The values from above.
    package var environment: EnvironmentValues
    /// What is recorded of the whole evaluation.
    package let pass: ViewPass
    /// The preferences of the views inside.
    package var preferences: PreferenceValues
    /// True for views that are evaluated while the picture is laid out, too late for preferences.
    var isInLayout = false
    private var path: String
    private var siblings: Counter?
    private var depth = 0

    /// The number of siblings so far; a class, because the views of a block share it.
    private final class Counter { var next = 0 }

    /// More nested views than any picture has: a body that contains itself ends here.
    private static let mostLevels = 400

    /// Creates the context of the outermost view.
    package init(_ environment: EnvironmentValues, pass: ViewPass, path: String = "") {
        self.environment = environment
        self.pass = pass
        self.path = path
        preferences = PreferenceValues()
    }

    /// The nodes of a view.
    package func nodes<V: View>(of view: V) -> [Node] { V._nodes(of: view, in: self) }

    /// The nodes of the views in a block, whose paths have their indices if there are several; a container has given them already.
    func block(_ count: Int, _ body: (_ViewContext) -> [Node]) -> [Node] {
        guard siblings == nil, count > 1 else { return body(self) }
        var inner = self
        inner.siblings = Counter()
        return body(inner)
    }

    /// The nodes of the views in a container, whose paths have their indices; the container's own path is the context's.
    package func children<V: View>(of content: V) -> [Node] {
        var inner = self
        inner.siblings = Counter()
        return inner.nodes(of: content)
    }

    /// One node for a view: its only one, or else a stack of them in `alignment`, as SwiftUI overlays several views.
    package func node<V: View>(of view: V, _ alignment: SubdialLayout.Alignment = .center) -> Node {
        var inner = self
        inner.siblings = nil
        let nodes = inner.nodes(of: view)
        return nodes.count == 1 ? nodes[0] : Node(.zstack(alignment: alignment, nodes), path: path)
    }

    /// The context inside an element, whose path ends with its name: `SmallView.VStack[1].Text`.
    package func element(_ name: String) -> _ViewContext {
        var inner = self
        let index = siblings.map { counter in
            defer { counter.next += 1 }
            return "[\(counter.next)]"
        }
        inner.path = path.isEmpty ? name : "\(path)\(index ?? "").\(name)"
        inner.siblings = nil
        return inner
    }

    /// The context of a layer of a node, such as its background, whose path is that of the node followed by the name.
    package func layer(_ name: String, of node: Node) -> _ViewContext {
        var inner = self
        inner.path = node.path.isEmpty ? name : "\(node.path).\(name)"
        inner.siblings = nil
        return inner
    }

    /// The context of views that leave the tree for a layer of the whole widget, with a path and preferences of their own.
    func apart(path: String) -> _ViewContext {
        var inner = _ViewContext(environment, pass: pass, path: path)
        (inner.depth, inner.isInLayout) = (depth, isInLayout)
        return inner
    }

    /// A context that records nothing, for views that are made to be counted.
    var untraced: _ViewContext {
        var inner = _ViewContext(environment, pass: ViewPass())
        inner.depth = depth
        return inner
    }

    /// The context of views that are made while the picture is laid out, whose preferences do not come up.
    package var late: _ViewContext {
        var inner = self
        (inner.isInLayout, inner.preferences) = (true, PreferenceValues())
        return inner
    }

    /// A node of this context's path.
    package func node(_ content: Content, _ modifiers: [Modifier] = []) -> Node { Node(content, modifiers: modifiers, path: path) }

    /// The context inside a view with a body; nil if there are too many levels.
    func entering(_ type: any View.Type) -> _ViewContext? {
        element(pass.name(of: type)).deeper()
    }

    /// The context of code that makes views, some levels further inside; nil if there are too many levels.
    package func deeper(by levels: Int = 1) -> _ViewContext? {
        var inner = self
        inner.depth += levels
        guard inner.depth <= Self.mostLevels else {
            pass.warn("\(path.prefix(200)) … contains itself: its content is left out")
            return nil
        }
        return inner
    }

    /// The result of code that reads the environment, such as a body.
    package func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        try EnvironmentReader.reading(environment, pass, body)
    }

    /// The context with a changed environment.
    package func with(_ change: (inout EnvironmentValues) -> Void) -> _ViewContext {
        var changed = self
        change(&changed.environment)
        return changed
    }

    /// Reports something that is not drawn as the source says; the message names the place in the source, or else the node.
    package func warn(_ message: String, at place: SourcePlace = SourcePlace()) {
        let text = place.text ?? path
        pass.warn(text.isEmpty ? message : "\(text): \(message)")
    }
}

/// What one evaluation of a view records beside its nodes.
package final class ViewPass {
    /// What is not drawn as the source says, each message once, in the order of the views.
    package private(set) var warnings: [String] = []
    /// The names of the environment's values that a body has read.
    package var reads: Set<String> { Set(readPaths.map { "\($0)" }).union(readObjects) }
    private var readPaths: Set<AnyKeyPath> = []
    private var readObjects: Set<String> = []
    /// The next moment after `now` at which a text or progress changes; nil if nothing does.
    package private(set) var nextChange: Double?
    /// What the tap regions do, by the names of the regions.
    package private(set) var taps: [String: TapAction] = [:]
    private var names: [ObjectIdentifier: String] = [:]
    /// The values of nodes for the layouts around them, by path.
    private var layoutValues: [String: [ObjectIdentifier: Any]] = [:]

    /// Creates a record.
    package init() {}

    /// Gives a node a value for the layout around it; the last one counts.
    func setLayoutValue(_ value: Any, for key: ObjectIdentifier, of node: Node) { layoutValues[node.path, default: [:]][key] = value }

    /// The values of a node for the layout around it.
    func layoutValues(of node: Node) -> [ObjectIdentifier: Any] { layoutValues.isEmpty ? [:] : layoutValues[node.path] ?? [:] }

    package func warn(_ message: String, at place: SourcePlace = SourcePlace()) {
        let message = place.text.map { "\($0): \(message)" } ?? message
        if !warnings.contains(message) { warnings.append(message) }
    }

    /// Records what a tap region does.
    func recordTap(_ action: TapAction) {
        // A test performs the action that it names: two types of one name, in two scopes, would be performed for each other.
        if let known = taps[action.name]?.value, let own = action.value, type(of: known) != type(of: own) {
            let types = [known, own].map { String(reflecting: type(of: $0)) }
            warn("the tap regions of \(types.joined(separator: " and ")) have one name: \(action.name)")
        }
        taps[action.name] = action
    }

    // A key path's name is slow to make, so that it waits until somebody asks.
    func recordRead(_ path: AnyKeyPath) { readPaths.insert(path) }

    func recordRead(_ name: String) { readObjects.insert(name) }

    /// Records that something changes at a moment, in seconds since 1970.
    package func recordChange(at moment: Double) { nextChange = min(nextChange ?? .infinity, moment) }

    /// The name of a type without its module and parameters.
    func name(of type: Any.Type) -> String {
        let key = ObjectIdentifier(type)
        if let known = names[key] { return known }
        let name = String(String(describing: type).prefix { $0 != "<" })
        names[key] = name
        return name
    }
}

/// The environment that `@Environment` reads: that of the body that is evaluated.
///
/// It is bound to the task, because property wrappers do not know the view that they belong to. Code that is called later, such as the content
/// of a `ForEach` or a `GeometryReader`, is called with the environment of the body that made it; see ``capture(_:)``.
package enum EnvironmentReader {
    // Unchecked: a body is evaluated on one thread.
    private final class Scope: @unchecked Sendable {
        let environment: EnvironmentValues
        let pass: ViewPass

        init(_ environment: EnvironmentValues, _ pass: ViewPass) { (self.environment, self.pass) = (environment, pass) }
    }

    @TaskLocal private static var scope: Scope?

    /// The result of code that reads an environment.
    package static func reading<Result>(_ environment: EnvironmentValues, _ pass: ViewPass, _ body: () throws -> Result) rethrows -> Result
    {
        try $scope.withValue(Scope(environment, pass)) { try body() }
    }

    /// The code, to be called later with the environment of now.
    package static func capture<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
        guard let scope else { return body }
        return { input in $scope.withValue(scope) { body(input) } }
    }

    /// The environment of the evaluated body, or the default outside of any.
    package static var environment: EnvironmentValues { scope?.environment ?? EnvironmentValues() }

    /// The record of the evaluation; nil outside of any.
    package static var pass: ViewPass? { scope?.pass }
}
