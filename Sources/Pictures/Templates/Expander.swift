import SubdialExpressions
import SubdialLayout

/// An expanded template: a view tree without expressions, ready for layout.
public struct ExpandedTemplate: Hashable, Sendable {
    /// The background over the whole canvas, drawn separately so that it can be omitted; nil if the template has none.
    public var background: Node?
    /// The content, with the margins as its outermost modifier.
    public var body: Node
    /// The curved label of a watch corner; nil if the template has none.
    public var label: Node?

    /// Creates an expanded template from its parts.
    public init(background: Node? = nil, body: Node, label: Node? = nil) {
        self.background = background
        self.body = body
        self.label = label
    }
}

extension Template {
    /// Evaluates every expression with the variables of `scope`.
    ///
    /// - Parameter margins: The default margins, from the family.
    /// - Throws: `TemplateError` for an expression that cannot be evaluated or whose result has the wrong type.
    public func expand(in scope: any Scope, margins: Insets) throws(TemplateError) -> ExpandedTemplate {
        let expander = Expander(file: file, parts: parts, budget: Expander.Budget())
        do {
            var inherited = Inherited()
            try expander.inherit(root, &inherited, scope, "body")
            let background = try root["background"].map { try expander.layer($0, inherited, scope, "background") }
            var node = try root["body"].map { try expander.body($0, inherited, scope, "body") } ?? Node(.spacer(minLength: 0))
            let insets = try root["margins"].map { try expander.insets($0, scope, "margins") } ?? margins
            node.modifiers.append(.padding(insets))
            let label = try root["label"].map { try expander.body($0, inherited, scope, "label") }
            return ExpandedTemplate(background: background, body: node, label: label)
        } catch let problem as TemplateProblem {
            throw TemplateError(problem)
        } catch {
            throw TemplateError(TemplateProblem(file: file, position: .init(line: 1, column: 1), path: "", message: "\(error)"))
        }
    }
}

/// The properties that a node inherits from its ancestors.
struct Inherited {
    var font = Font()
    var color = ColorName.primary
    var lineLimit: Int?
    var minimumScaleFactor = 1.0
    var truncation = TextContent.Truncation.tail
    var alignment = HorizontalAlignment.leading
    var symbolSize: Double?
}

/// Expands checked values to a view tree.
struct Expander {
    /// The maximum number of repetitions of one loop.
    static let maximumRepeats = 500
    /// The maximum number of elements of an expanded template, including loops and parts.
    static let maximumElements = 10_000

    /// The number of elements of the whole template, including its parts.
    final class Budget {
        var elements = 0
    }

    let file: String
    let parts: [String: Template.Part]
    let budget: Budget
    /// The kind of the part being expanded; nil for the kind of the template.
    var kind: String?

    static let gradientStop = ArgumentType.either([.color, .object(["color": .color, "at": .ratio, "opacity": .ratio])])

    func problem(_ message: String, _ value: TemplateValue, _ path: String) -> TemplateProblem {
        TemplateProblem(file: file, position: value.position, path: path, message: message)
    }

    /// A body or a layer: one node, or a VStack of a list of nodes.
    func body(_ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> Node {
        if case .list(let values) = value.kind {
            return Node(.vstack(alignment: .center, spacing: nil, try nodes(values, inherited, scope, path)), path: path)
        }
        let nodes = try expand(value, inherited, scope, path)
        return nodes.count == 1 ? nodes[0] : Node(.vstack(alignment: .center, spacing: nil, nodes), path: path)
    }

    func nodes(_ values: [TemplateValue], _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Node] {
        try values.enumerated().flatMap { try expand($1, inherited, scope, "\(path)[\($0)]") }
    }

    /// The nodes of one value: none if its `if` is false, several if its `for` repeats it.
    func expand(_ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Node] {
        guard case .map(let members) = value.kind else {
            return try [element(value.literal ?? "", TemplateValue(kind: .null, position: value.position), value, inherited, scope, path)]
        }
        guard let own = members.first(where: { $0.key.first?.isUppercase == true }) else { return [] }
        var nodes: [Node] = []
        try repeated(value, scope, path) { nodes.append(try element(own.key, own.value, value, inherited, $0, path)) }
        return nodes
    }

    /// Calls `body` for each repetition of a value by its `for`, or once without one, if its `if` is true.
    func repeated(_ value: TemplateValue, _ scope: any Scope, _ path: String, _ body: (any Scope) throws -> Void) throws {
        guard let repeated = value["for"], let loop = Loop(repeated), let list = repeated.expression else {
            if try isShown(value, scope, path) { try body(scope) }
            return
        }
        guard case .list(let items) = try evaluate(list, repeated, scope, path) else { return }
        for index in items.indices.prefix(Self.maximumRepeats) {
            let inner = LoopScope(loop, item: index, of: items, in: scope)
            if try isShown(value, inner, path) { try body(inner) }
        }
    }

    private func isShown(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Bool {
        guard let condition = value["if"] else { return true }
        if let expression = condition.expression { return try evaluate(expression, condition, scope, path).isTrue }
        return try self.value(condition, scope, path).isTrue
    }

    private func evaluate(_ expression: Expression, _ at: TemplateValue, _ scope: any Scope, _ path: String) throws -> Value {
        do {
            return try expression.evaluate(in: AnyScope(scope))
        } catch {
            throw problem(error.reason, at, path)
        }
    }

    private func element(
        _ name: String, _ content: TemplateValue, _ value: TemplateValue, _ outer: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Node {
        budget.elements += 1
        guard budget.elements <= Self.maximumElements else {
            throw problem("a template may come to \(Self.maximumElements) elements, and this one comes to more", value, path)
        }
        var inherited = outer
        let inner = path.isEmpty ? name : "\(path).\(name)"
        try inherit(value, &inherited, scope, inner)
        var node = Node(
            try self.content(name, content, value, inherited, scope, inner),
            modifiers: try modifiers(of: value, inherited, scope, inner), path: inner)
        node.id = try value["id"].map { try text($0, scope, inner) }
        return node
    }
}
