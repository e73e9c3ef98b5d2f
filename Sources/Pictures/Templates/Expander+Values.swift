import SubdialBasics
import SubdialExpressions
import SubdialLayout

/// The evaluation of arguments by type.
extension Expander {
    func value(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Value {
        guard case .scalar(let text, let isPlain) = value.kind else { return .missing }
        do {
            return try text.value(in: AnyScope(scope))
        } catch {
            let position = TemplateReader.position(of: error.offset, in: text.source, isPlain: isPlain, from: value.position)
            throw TemplateProblem(file: file, position: position, path: path, message: error.reason)
        }
    }

    func text(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> String {
        try self.value(value, scope, path).text
    }

    /// The limit of numbers: larger ones are not lengths of a widget and cannot be drawn.
    static let greatestNumber = 100_000.0

    func number(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        if value.literal == "infinity" { return .infinity }
        return min(max(try quantity(value, scope, path), -Self.greatestNumber), Self.greatestNumber)
    }

    /// A finite number without that limit, such as a number of bytes: a value on a scale rather than a length.
    func quantity(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        let result = try self.value(value, scope, path)
        var number = result.number
        if case .string(let text) = result { number = Double(text) }
        guard let number, number.isFinite else {
            throw problem("a number should come out here, not \(result == .missing ? "nothing" : "'\(result.text)'")", value, path)
        }
        return number
    }

    /// A number that cannot be negative; 0 if the expression evaluates to less.
    func length(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        max(0, try number(value, scope, path))
    }

    func truth(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Bool {
        if let literal = value.literal { return literal == "true" }
        return try self.value(value, scope, path).isTrue
    }

    func word<T: RawRepresentable & CaseIterable>(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> T
    where T.RawValue == String {
        let text = try self.text(value, scope, path)
        if let word = T(rawValue: text) { return word }
        let words = T.allCases.map(\.rawValue)
        throw problem(
            "'\(text)' is not one of \(words.sorted().joined(separator: ", "))\(Suggestion.hint(for: text, among: words))", value, path)
    }

    func color(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ColorName {
        let text = try self.text(value, scope, path)
        guard ColorNames.contains(text) else {
            let hint = Suggestion.hint(for: text, among: ColorNames.all)
            throw problem("'\(text)' is not a colour\(hint)", value, path)
        }
        return ColorName(text)
    }

    func paint(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Paint {
        guard case .list(let stops)? = value["gradient"]?.kind else { return .color(try color(value, scope, path)) }
        let gradient = try self.stops(stops, scope, path)
        func angle(_ key: String) throws -> Double? { try value[key].map { try number($0, scope, path) } }
        let center = try value["center"].map { try side($0, scope, path) } ?? Point(0.5, 0.5)
        switch try value["type"].map({ try text($0, scope, path) }) ?? "linear" {
        case "radial":
            return .radialGradient(
                center: center, startRadius: try value["startRadius"].map { try length($0, scope, path) } ?? 0,
                endRadius: try value["endRadius"].map { try length($0, scope, path) }, stops: gradient)
        case "angular":
            let start = try angle("startAngle") ?? -90
            return .angularGradient(center: center, start: start, end: try angle("endAngle") ?? start + 360, stops: gradient)
        default:
            return .linearGradient(
                from: try value["from"].map { try side($0, scope, path) } ?? Point(0.5, 0),
                to: try value["to"].map { try side($0, scope, path) } ?? Point(0.5, 1), stops: gradient)
        }
    }

    /// The stops of a gradient; those without a location are evenly spaced.
    private func stops(_ stops: [TemplateValue], _ scope: any Scope, _ path: String) throws -> [GradientStop] {
        let last = Double(max(1, stops.count - 1))
        return try stops.enumerated().map { index, stop in
            guard case .map = stop.kind, let colorValue = stop["color"] else {
                return GradientStop(try color(stop, scope, path), at: Double(index) / last)
            }
            var name = try color(colorValue, scope, path)
            name.opacity = try stop["opacity"].map { try number($0, scope, path) } ?? 1
            return GradientStop(name, at: try stop["at"].map { try number($0, scope, path) } ?? Double(index) / last)
        }
    }

    private func side(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Point {
        let name = try text(value, scope, path)
        guard let alignment = Alignment.named[name] else { throw problem("'\(name)' is no side", value, path) }
        let x: [HorizontalAlignment: Double] = [.leading: 0, .center: 0.5, .trailing: 1]
        let y: [VerticalAlignment: Double] = [.top: 0, .center: 0.5, .bottom: 1]
        return Point(x[alignment.horizontal] ?? 0.5, y[alignment.vertical] ?? 0.5)
    }

    func alignment(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Alignment {
        let name = try text(value, scope, path)
        guard let alignment = Alignment.named[name] else {
            throw problem("'\(name)' is no alignment\(Suggestion.hint(for: name, among: Alignment.named.keys))", value, path)
        }
        return alignment
    }

    func insets(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Insets {
        guard case .map = value.kind else { return Insets(all: try number(value, scope, path)) }
        func edge(_ names: String...) throws -> Double {
            for name in names { if let value = value[name] { return try number(value, scope, path) } }
            return 0
        }
        return Insets(
            top: try edge("top", "vertical"), leading: try edge("leading", "horizontal"),
            bottom: try edge("bottom", "vertical"), trailing: try edge("trailing", "horizontal"))
    }

    func radius(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> CornerRadius {
        try text(value, scope, path) == "concentric" ? .concentric : .fixed(length(value, scope, path))
    }

    func font(_ value: TemplateValue, base: Font, _ scope: any Scope, _ path: String) throws -> Font {
        var font = base
        guard case .map = value.kind else {
            font.base = .style(try word(value, scope, path))
            font.weight = nil
            return font
        }
        if let style = value["style"] {
            font.base = .style(try word(style, scope, path))
            font.weight = nil
        }
        if let size = value["size"] { font.base = .size(min(max(try number(size, scope, path), 1), 500)) }
        if let weight = value["weight"] { font.weight = try word(weight, scope, path) as FontWeight }
        if let design = value["design"] { font.design = try word(design, scope, path) }
        return font
    }
}
