import FoundationEssentials
import SubdialBasics
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
            inherited.breaksLines = scope.value(of: "family")?.text != "accessoryInline"
            try expander.inherit(root, &inherited, scope, "body")
            let background = try root["background"].map { try expander.layer($0, inherited, scope, "background") }
            var node = try root["body"].map { try expander.body($0, inherited, scope, "body") } ?? Node(.spacer(minLength: 0))
            let insets = try root["margins"].map { try expander.insets($0, scope, "margins") } ?? margins
            node.modifiers.append(.padding(insets))
            // A text along a curve is one line.
            inherited.breaksLines = false
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
    /// The weight that was set without a style or a size: it applies to fonts further inside that set none themselves.
    var weight: FontWeight?
    /// False where texts are one line by nature, so that a line break becomes a space.
    var breaksLines = true
    var color = ColorName.primary
    var lineLimit: Int?
    var minimumScaleFactor = 1.0
    var truncation = TextContent.Truncation.tail
    var alignment = HorizontalAlignment.leading
    var symbolSize: Double?
    var symbolRenderingMode = ImageContent.SymbolRenderingMode.monochrome

    /// Sets a weight without a style or a size.
    mutating func setWeight(_ weight: FontWeight) { (font.weight, self.weight) = (weight, weight) }
}

/// Expands checked values to a view tree.
struct Expander {
    /// The maximum number of repetitions of one loop.
    static let maximumRepeats = 500
    /// The maximum number of elements of an expanded template, including loops and parts.
    private static let maximumElements = 10_000

    /// The number of elements of the whole template, including its parts.
    final class Budget {
        fileprivate var elements = 0
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
            let nodes = try nodes(values, inherited, scope, path).filter { !$0.isVoid }
            return Node(.vstack(alignment: .center, spacing: nil, nodes), path: path)
        }
        let nodes = try expand(value, inherited, scope, path)
        return nodes.count == 1 ? nodes[0] : Node(.vstack(alignment: .center, spacing: nil, nodes), path: path)
    }

    func nodes(_ values: [TemplateValue], _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Node] {
        try values.enumerated().flatMap { try expand($1, inherited, scope, "\(path)[\($0)]") }
    }

    /// The nodes of one value: none if its `if` is false, several if its `for` repeats it.
    private func expand(_ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Node] {
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
        guard let items = try evaluate(list, repeated, scope, path).rows else { return }
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

    private func evaluate(_ expression: SubdialExpressions.Expression, _ at: TemplateValue, _ scope: any Scope, _ path: String) throws
        -> Value
    {
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

/// The expansion of progress lines and gauges.
extension Expander {
    func progressContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        let (fraction, rate) = try fraction(content, in: nil, scope, path)
        var progress = try line(fraction, rate, value, inherited, scope, path)
        progress.style = try value["style"].map { try word($0, scope, path) } ?? .linear
        if let width = value["lineWidth"] { progress.lineWidth = try length(width, scope, path) }
        return progress
    }

    /// A gauge in one of its styles: a line or a ring, with texts.
    func gauge(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        let style: GaugeStyle = try value["style"].map { try word($0, scope, path) } ?? .gauge
        let (fraction, rate) = try fraction(content, in: value["in"], scope, path)
        var line = try line(fraction, rate, value, inherited, scope, path)
        line.marker = style.hasDot ? .dot : .fill
        line.style = style.isLinear ? .linear : style.isOpen ? .gauge : .circular
        let lineWidth = try value["lineWidth"].map { try length($0, scope, path) }
        func node(_ key: String, _ color: ColorName? = nil) throws -> Node? {
            try value[key].flatMap { try self.label($0, inherited, color, scope, "\(path).\(key)") }
        }
        guard style.isLinear else {
            // The basic styles without texts are a plain ring.
            let texts = try ["value", "minimum", "maximum", "label"].map { try node($0) }
            if style == .gauge || style == .circular, texts.allSatisfy({ $0 == nil }) {
                if let lineWidth { line.lineWidth = lineWidth }
                return .progress(line)
            }
            return .gauge(
                GaugeContent(
                    ring: line, lineWidth: lineWidth, value: texts[0], minimum: texts[1], maximum: texts[2], label: texts[3],
                    sizesTexts: value["font"] == nil))
        }
        line.lineWidth = lineWidth ?? (style == .linear ? 4 : 6)
        let secondary = ColorName("secondary")
        let (current, minimum, maximum) = (try node("value"), try node("minimum", secondary), try node("maximum", secondary))
        let label = try node("label")
        let bar = Node(.progress(line), path: path)
        let hasBounds = minimum != nil || maximum != nil
        // A dot alone is hard to read: without bounds, the value precedes it.
        let leading = minimum ?? (style.hasDot && !hasBounds ? current : nil)
        let row = [leading, bar, maximum].compactMap { $0 }
        let below = style.hasDot ? nil : current
        let rows = [label, row.count > 1 ? Node(.hstack(alignment: .center, spacing: 4, row), path: path) : bar, below].compactMap { $0 }
        return rows.count > 1 ? .vstack(alignment: .leading, spacing: 2, rows) : rows[0].content
    }

    /// The common properties of lines and rings: fraction, rate, track and tint.
    private func line(
        _ fraction: Double, _ rate: Double, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> ProgressContent {
        var line = ProgressContent(fraction, rate: rate, color: inherited.color)
        if let track = value["track"] { line.track = try color(track, scope, path) }
        if let tint = value["tint"] {
            switch try paint(tint, scope, path) {
            case .color(let name): line.color = name
            case .linearGradient(_, _, let stops), .radialGradient(_, _, _, let stops), .angularGradient(_, _, _, let stops),
                .ellipticalGradient(_, _, _, let stops):
                line.gradient = stops
            case .meshGradient, .picture: break
            }
        }
        return line
    }

    /// A text on one line that shrinks to fit, or a node in its place; nil for an empty text.
    func label(
        _ value: TemplateValue, _ inherited: Inherited, _ color: ColorName?, _ scope: any Scope, _ path: String
    ) throws -> Node? {
        var inherited = inherited
        if let color { inherited.color = color }
        guard case .scalar = value.kind else {
            let node = try body(value, inherited, scope, path)
            return node.isVoid ? nil : node
        }
        let text = try text(value, scope, path).withoutLineBreaks
        guard !text.isEmpty else { return nil }
        return Node(
            .text(
                TextContent(
                    text, font: inherited.font, paint: .color(inherited.color), lineLimit: 1, minimumScaleFactor: 0.5, alignment: .center)),
            path: path)
    }

    /// The fraction of a number in 0 to 1 or in a range, or of the elapsed time between two dates, and its increase per second.
    ///
    /// With a rate, the length of the line decides the time of the next change. In an empty range, the fraction is 0.
    private func fraction(
        _ content: TemplateValue, in range: TemplateValue?, _ scope: any Scope, _ path: String
    ) throws -> (fraction: Double, rate: Double) {
        guard case .map = content.kind else {
            if range == nil, let name = content.variable, let rate = scope.rate(of: name) {
                return (min(max(scope.value(of: name)?.number ?? 0, 0), 1), rate)
            }
            if content.literal == nil, try value(content, scope, path).isEmpty { return (0, 0) }
            let number = try quantity(content, scope, path)
            guard let range else { return (min(max(number, 0), 1), 0) }
            guard case .list(let ends) = range.kind, ends.count == 2 else {
                throw problem("in takes two numbers: the least and the greatest", range, path)
            }
            // A missing bound sets the gauge to 0.
            guard try ends.allSatisfy({ try $0.literal != nil || !value($0, scope, path).isEmpty }) else { return (0, 0) }
            let (low, high) = (try quantity(ends[0], scope, path), try quantity(ends[1], scope, path))
            return (high > low ? min(max((number - low) / (high - low), 0), 1) : 0, 0)
        }
        guard let interval = try RunningInterval(content, self, scope, path) else { return (0, 0) }
        scope.changes?.record(interval.start)
        return (interval.fraction, interval.rate)
    }
}

/// The expansion of timers, outlines and the Dynamic Island.
extension Expander {
    /// A running time, with space reserved for its longest text.
    func timerContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> TextContent {
        var font = inherited.font
        font.hasMonospacedDigits = true
        let interval = try RunningInterval(content, self, scope, path)
        scope.changes?.record(interval?.nextSecond)
        let countsDown = try content["countsDown"].map { try truth($0, scope, path) } ?? false
        let showsHours = try content["showsHours"].map { try truth($0, scope, path) } ?? true
        func clock(_ seconds: Double) -> String { Value.clock(seconds, showsHours: showsHours) }
        return TextContent(
            interval.map { clock(countsDown ? $0.remaining : $0.elapsed) } ?? "", widest: interval.map { clock($0.length) },
            font: font, paint: .color(inherited.color), lineLimit: 1, minimumScaleFactor: inherited.minimumScaleFactor,
            truncation: inherited.truncation,
            alignment: try value["alignment"].map { try word($0, scope, path) } ?? inherited.alignment)
    }

    /// An outline in its box; the default box is 24 by 24, as for symbols.
    func outline(_ content: TemplateValue, _ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Shape {
        let data = try text(content, scope, path)
        guard case .list(let numbers)? = value["viewBox"]?.kind else { return .path(data, box: Rect(0, 0, 24, 24)) }
        let box = try numbers.map { try number($0, scope, path) }
        guard box.count == 4, box[2] > 0, box[3] > 0 else {
            throw problem("viewBox takes four numbers: left, top, and a width and height above 0", value["viewBox"] ?? value, path)
        }
        return .path(data, box: Rect(box[0], box[1], box[2], box[3]))
    }

    /// The regions of the expanded island, or the one region of a compact presentation.
    func island(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> Content {
        func region(_ name: String) throws -> Node? {
            try content[name].map { try body($0, inherited, scope, "\(path).\(name)") }.flatMap { $0.isVoid ? nil : $0 }
        }
        let presentation = scope.value(of: "presentation")?.text ?? ""
        switch presentation {
        case "compactLeading", "compactTrailing", "minimal":
            return .zstack(alignment: .center, try region(presentation).map { [$0] } ?? [])
        default:
            return .island(
                IslandContent(
                    leading: try region("leading"), trailing: try region("trailing"), center: try region("center"),
                    bottom: try region("bottom"), spacing: try value["spacing"].map { try length($0, scope, path) } ?? 8))
        }
    }
}

/// An interval between two dates and the position of the shown time in it: SwiftUI's `timerInterval`.
struct RunningInterval {
    /// The length in seconds, more than 0.
    fileprivate let length: Double
    /// The elapsed seconds, from 0 to `length`.
    fileprivate let elapsed: Double
    /// True while the time is inside the interval and not paused.
    private let isRunning: Bool
    /// The start date.
    private let from: Date
    /// True if the interval has not started and is not paused.
    private let isAhead: Bool

    /// Evaluates `{ from, to, pausedAt }`; nil if a date is missing, or if the end is not after the start.
    init?(_ content: TemplateValue, _ expander: Expander, _ scope: any Scope, _ path: String) throws {
        func date(_ key: String) throws -> Date? {
            guard let value = content[key], case .date(let date) = try expander.value(value, scope, path) else { return nil }
            return date
        }
        guard let from = try date("from"), let to = try date("to"), to > from else { return nil }
        var now: Date?
        if case .date(let moment)? = scope.value(of: "now") { now = moment }
        let pause = try date("pausedAt")
        guard let moment = pause ?? now else { return nil }
        self.from = from
        length = to.timeIntervalSince(from)
        let gone = moment.timeIntervalSince(from).wholeMicroseconds
        elapsed = min(max(gone, 0), length)
        isAhead = pause == nil && gone < 0
        isRunning = pause == nil && gone >= 0 && gone < length
    }

    /// The elapsed fraction, 0 to 1.
    fileprivate var fraction: Double { elapsed / length }

    /// The increase of the fraction per second; 0 if it is not running.
    var rate: Double { isRunning ? 1 / length : 0 }

    /// The start date if it is in the future; otherwise nil.
    fileprivate var start: Date? { isAhead ? from : nil }

    /// The date at which the next whole second has elapsed; nil if there is none.
    var nextSecond: Date? {
        let next = elapsed.rounded(.down) + 1
        return (isRunning || isAhead) && next <= length ? from.addingTimeInterval(next) : nil
    }

    /// The remaining whole seconds; their sum with the elapsed whole seconds is constant.
    fileprivate var remaining: Double { max(0, length.rounded(.down) - elapsed.rounded(.down)) }
}
