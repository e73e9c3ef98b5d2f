import SubdialBasics
import SubdialExpressions

/// The names available to a template.
public struct TemplateContext: Sendable {
    /// The names of variables.
    public var variables: Set<String>
    /// The names of symbols.
    public var symbols: Set<String>
    /// Returns the problem of an outline in SVG path syntax; nil if it is valid.
    public var pathProblem: @Sendable (String) -> String?

    /// Creates a context with the available names.
    ///
    /// - Parameter pathProblem: Returns the problem of an SVG path; by default every path is valid.
    public init(
        variables: some Sequence<String>, symbols: some Sequence<String>,
        pathProblem: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.variables = Set(variables)
        self.symbols = Set(symbols)
        self.pathProblem = pathProblem
    }
}

/// A name of a part's file that is no variable of the kind: where the part stands must define it.
struct UnknownName {
    let name: String
    let position: TemplateProblem.Position
    let path: String
    /// The names that the loops of the file define there.
    let loops: [String]
}

/// A place that includes a part.
struct PartInclusion {
    let part: PartName
    let position: TemplateProblem.Position
    let path: String
    /// The names that the loops of the file define there.
    let loops: [String]
    /// The values of `with`; nil without it.
    let values: [TemplateValue.Member]?

    /// The names that the part has because of this place.
    var names: Set<String> { Set(loops).union(values?.map(\.key) ?? []) }
}

/// Finds all problems of a file without expanding it, except those that depend on where a part stands.
struct TemplateChecker {
    private let file: String
    private let context: TemplateContext
    private(set) var problems: [TemplateProblem] = []
    /// The backslashes that begin no escape, with which the template can still be drawn.
    private(set) var unknownEscapes: [TemplateProblem] = []
    /// The names that are no variables of the kind.
    private(set) var unknownNames: [UnknownName] = []
    /// The parts that the file includes.
    private(set) var inclusions: [PartInclusion] = []
    /// The names defined by the loops around the current value.
    private var loopVariables: [String] = []

    init(file: String, context: TemplateContext) {
        self.file = file
        self.context = context
    }

    /// - Parameter length: The number of affected characters from `position` on.
    private mutating func report(_ message: String, at position: TemplateProblem.Position, length: Int = 1, path: String) {
        problems.append(TemplateProblem(file: file, position: position, length: length, path: path, message: message))
    }

    /// Checks a whole file.
    mutating func check(file value: TemplateValue) {
        guard case .map(let members) = value.kind else {
            return report("a template is a map with the key 'body', not \(value.name)", at: value.position, path: "")
        }
        for member in members {
            guard let type = Vocabulary.file[member.key] else {
                let hint = Vocabulary.hint(for: member.key, among: Vocabulary.file.keys)
                report(
                    "there is no key '\(member.key)' at the top of a template\(hint)", at: member.position, length: member.key.count,
                    path: "")
                continue
            }
            if member.key == "body" || member.key == "label" {
                checkBody(member.value, path: member.key)
            } else {
                check(member.value, as: type, key: member.key, path: member.key)
            }
        }
        if value["body"] == nil { report("the key 'body' is missing", at: value.position, path: "") }
    }

    /// Checks a body; a list is the children of a VStack.
    private mutating func checkBody(_ value: TemplateValue, path: String) {
        if case .list(let nodes) = value.kind {
            for (index, node) in nodes.enumerated() { check(node: node, path: "\(path)[\(index)]") }
        } else {
            check(node: value, path: path)
        }
    }

    private mutating func check(node value: TemplateValue, path: String) {
        if case .unreadable = value.kind { return }
        if let name = value.literal {
            // A bare name is an element without content.
            return check(
                element: name, content: TemplateValue(kind: .null, position: value.position), at: value.position, others: [], path: path)
        }
        guard case .map(let members) = value.kind else {
            return report("an element should stand here, not \(value.name)", at: value.position, path: path)
        }
        let elements = members.filter { $0.key.first?.isUppercase == true }
        guard let element = elements.first, elements.count == 1 else {
            let found = elements.isEmpty ? "none" : elements.map(\.key).joined(separator: " and ")
            return report("an element has exactly one capitalised key, and this one has \(found)", at: value.position, path: path)
        }
        let others = members.filter { $0.key != element.key }
        var loop: [String]?
        if let value = others.first(where: { $0.key == "for" })?.value {
            loop = Loop(value)?.names
            if loop == nil { report("a loop is written 'for: track in queue'", at: value.position, path: path) }
        }
        if let loop { loopVariables += loop }
        check(element: element.key, content: element.value, at: element.position, others: others, path: path)
        if let loop { loopVariables.removeLast(loop.count) }
    }

    private mutating func check(
        element name: String, content: TemplateValue, at position: TemplateProblem.Position, others: [TemplateValue.Member], path: String
    ) {
        guard let element = Vocabulary.elements[name] else {
            return report(
                "there is no element '\(name)'\(Vocabulary.hint(for: name, among: Vocabulary.elements.keys))", at: position,
                length: name.count,
                path: path)
        }
        let inner = "\(path).\(name)"
        check(content, as: element.content, key: name, path: inner)
        if name == "Part" { include(content, with: others.first { $0.key == "with" }?.value, path: inner) }
        for member in others {
            if let type = element.arguments[member.key] ?? Vocabulary.modifiers[member.key] {
                check(
                    member.value, as: type, key: member.key,
                    path: Vocabulary.layers.contains(member.key) ? "\(inner).\(member.key)" : inner)
            } else {
                let known = Array(element.arguments.keys) + Array(Vocabulary.modifiers.keys)
                report(
                    "\(name) has no '\(member.key)'\(Vocabulary.hint(for: member.key, among: known))", at: member.position,
                    length: member.key.count, path: inner)
            }
        }
    }

    /// Records that a part is included, unless its name or its values are invalid, which is reported.
    private mutating func include(_ content: TemplateValue, with values: TemplateValue?, path: String) {
        guard let part = content.literal.flatMap(PartName.init), values?.isMap ?? true else { return }
        inclusions.append(
            PartInclusion(part: part, position: content.position, path: path, loops: loopVariables, values: values?.members))
    }

    private mutating func check(_ value: TemplateValue, as type: ArgumentType, key: String, path: String) {
        if case .unreadable = value.kind { return }
        if case .scalar(let text, let isPlain) = value.kind { check(variablesOf: text, isPlain: isPlain, at: value.position, path: path) }
        switch type {
        case .either(let types): checkEither(value, types, key: key, path: path)
        case .node: checkBody(value, path: path)
        case .nodes: check(list: value, key: key, path: path)
        case .object(let keys): check(object: value, keys, key: key, path: path)
        case .expression: checkExpression(value, key: key, path: path)
        case .numbers where value.isList: check(numbers: value, key: key, path: path)
        case .values: check(values: value, key: key, path: path)
        case .part where value.isDynamic:
            // The files to read must be known before expansion.
            report("\(key) takes \(type.name), not an expression", at: value.position, path: path)
        default:
            guard !value.isDynamic, !Self.accepts(value, as: type, context: context) else { return }
            report(mismatch(value, type, key: key), at: value.position, length: value.length, path: path)
        }
    }

    private func mismatch(_ value: TemplateValue, _ type: ArgumentType, key: String) -> String {
        var candidates: [String] = []
        switch type {
        case .word(let words): candidates = words
        case .color: candidates = ColorNames.all
        case .image: candidates = context.symbols + ["artwork"]
        case .symbol: candidates = Array(context.symbols)
        default: break
        }
        guard let text = value.literal else { return "\(key) takes \(type.name), not \(value.name)" }
        if case .path = type { return "\(key) takes \(type.name): \(context.pathProblem(text) ?? "")" }
        if case .image = type { return "there is no symbol '\(text)'\(Suggestion.hint(for: text, among: candidates))" }
        if case .symbol = type { return "there is no symbol '\(text)'\(Suggestion.hint(for: text, among: candidates))" }
        return "\(key) takes \(type.name), not '\(text)'\(Suggestion.hint(for: text, among: candidates))"
    }

    private mutating func checkEither(_ value: TemplateValue, _ types: [ArgumentType], key: String, path: String) {
        if value.isDynamic { return }
        // A map or a list is checked against the one type that is a map or a list, so that the message describes its contents.
        for type in types {
            switch (type, value.kind) {
            case (.object(let keys), .map(let members)) where members.contains { keys[$0.key] != nil } || !types.contains(where: \.isNode):
                return check(object: value, keys, key: key, path: path)
            case (.node, .map), (.node, .list): return checkBody(value, path: path)
            case (.numbers, .list): return check(numbers: value, key: key, path: path)
            case (.either(let inner), .map)
            where inner.contains { if case .object(let keys) = $0 { value.hasKey(of: keys) } else { false } }:
                return checkEither(value, inner, key: key, path: path)
            default: continue
            }
        }
        let flat = types.flatMap(\.alternatives)
        guard !flat.contains(where: { Self.accepts(value, as: $0, context: context) }) else { return }
        let simple = flat.first { if case .word = $0 { true } else if case .color = $0 { true } else { false } }
        let hint = value.literal.flatMap { text -> String? in
            switch simple {
            case .word(let words): Suggestion.hint(for: text, among: words)
            case .color: Suggestion.hint(for: text, among: ColorNames.all)
            default: nil
            }
        }
        let found = value.literal.map { "'\($0)'" } ?? value.name
        report(
            "\(key) takes \(ArgumentType.either(flat).name), not \(found)\(hint ?? "")", at: value.position, length: value.length,
            path: path)
    }

    private mutating func check(list value: TemplateValue, key: String, path: String) {
        guard case .list(let values) = value.kind else {
            return report("\(key) takes a list, not \(value.name)", at: value.position, path: path)
        }
        for (index, element) in values.enumerated() {
            if key == "gradient" {
                check(element, as: Expander.gradientStop, key: key, path: path)
            } else {
                check(node: element, path: "\(path)[\(index)]")
            }
        }
    }

    private mutating func check(numbers value: TemplateValue, key: String, path: String) {
        guard case .list(let values) = value.kind else { return }
        for number in values { check(number, as: .anyNumber, key: key, path: path) }
    }

    private mutating func check(values value: TemplateValue, key: String, path: String) {
        guard case .map(let members) = value.kind else {
            return report("\(key) takes \(ArgumentType.values.name), not \(value.name)", at: value.position, path: path)
        }
        for member in members {
            if !member.key.isVariableName {
                report(
                    "a name has letters, digits and underscores, and '\(member.key)' has others", at: member.position,
                    length: member.key.count, path: path)
            }
            switch member.value.kind {
            case .null: break
            case .list, .map:
                report(
                    "\(member.key) takes a text, a number or an expression, not \(member.value.name)", at: member.value.position, path: path
                )
            default: check(member.value, as: .text, key: member.key, path: path)
            }
        }
    }

    private mutating func check(object value: TemplateValue, _ keys: [String: ArgumentType], key: String, path: String) {
        guard case .map(let members) = value.kind else {
            return report("\(key) takes \(ArgumentType.object(keys).name), not \(value.name)", at: value.position, path: path)
        }
        for member in members {
            if let type = keys[member.key] {
                check(member.value, as: type, key: member.key, path: type.isNode ? "\(path).\(member.key)" : path)
            } else {
                report(
                    "\(key) has no '\(member.key)'\(Suggestion.hint(for: member.key, among: keys.keys))", at: member.position,
                    length: member.key.count, path: path)
            }
        }
        if let needed = Vocabulary.needed[key], keys[needed] != nil, value[needed] == nil {
            report("\(key) needs '\(needed)'", at: value.position, path: path)
        }
    }

    private mutating func checkExpression(_ value: TemplateValue, key: String, path: String) {
        guard case .scalar(let text, let isPlain) = value.kind else {
            return report("\(key) takes an expression, not \(value.name)", at: value.position, path: path)
        }
        guard text.isLiteral else { return }
        var source = text.source
        var skipped = 0
        if key == "for" {
            guard let loop = Loop(value) else { return }
            source = loop.list
            skipped = text.source.count - source.count
        }
        func position(_ offset: Int) -> TemplateProblem.Position {
            TemplateReader.position(of: offset + skipped, in: text.source, isPlain: isPlain, from: value.position)
        }
        do {
            let expression = try Expression(source)
            for (name, offset) in expression.variables { check(variable: name, at: position(offset), path: path) }
            for error in expression.unknownEscapes { report(unknownEscape: error, at: position(error.offset), path: path) }
        } catch {
            report(error.reason, at: position(error.offset), path: path)
        }
    }

    private mutating func check(variablesOf text: TextTemplate, isPlain: Bool, at start: TemplateProblem.Position, path: String) {
        for (name, offset) in text.variables {
            check(variable: name, at: TemplateReader.position(of: offset, in: text.source, isPlain: isPlain, from: start), path: path)
        }
        for error in text.unknownEscapes {
            let position = TemplateReader.position(of: error.offset, in: text.source, isPlain: isPlain, from: start)
            report(unknownEscape: error, at: position, path: path)
        }
    }

    private mutating func report(unknownEscape error: ExpressionError, at position: TemplateProblem.Position, path: String) {
        unknownEscapes.append(TemplateProblem(file: file, position: position, path: path, message: error.reason))
    }

    private mutating func check(variable name: String, at position: TemplateProblem.Position, path: String) {
        guard !name.contains(":"), !context.variables.contains(name), !loopVariables.contains(name) else { return }
        unknownNames.append(UnknownName(name: name, position: position, path: path, loops: loopVariables))
    }
}

extension ArgumentType {
    fileprivate var isNode: Bool { if case .node = self { true } else { false } }

    /// The alternatives of the type, with nested choices flattened.
    fileprivate var alternatives: [ArgumentType] {
        if case .either(let types) = self { types.flatMap(\.alternatives) } else { [self] }
    }
}

extension TemplateValue {
    fileprivate func hasKey(of keys: [String: ArgumentType]) -> Bool {
        guard case .map(let members) = kind else { return false }
        return members.contains { keys[$0.key] != nil }
    }
}

extension TemplateChecker {
    /// True if a value without expressions matches `type`.
    private static func accepts(_ value: TemplateValue, as type: ArgumentType, context: TemplateContext) -> Bool {
        switch (type, value.kind) {
        case (.nothing, .null): return true
        case (.text, .scalar): return true
        case (.object(let keys), .map(let members)): return members.allSatisfy { keys[$0.key] != nil }
        case (.node, .map), (.nodes, .list): return true
        case (.numbers, .list(let values)):
            return values.allSatisfy { $0.isDynamic || accepts($0, as: .anyNumber, context: context) }
        case (_, .scalar): break
        default: return false
        }
        guard let text = value.literal else { return true }
        switch type {
        case .number(let range): return Double(text).map { $0.isFinite && range.contains($0) } ?? false
        case .length: return text == "infinity" || Double(text).map { $0 >= 0 && $0.isFinite } ?? false
        case .integer(let range): return Int(text).map(range.contains) ?? false
        case .truth: return text == "true" || text == "false"
        case .word(let words): return words.contains(text)
        case .color: return ColorNames.contains(text)
        case .image: return text == "artwork" || context.symbols.contains(text)
        case .symbol: return context.symbols.contains(text)
        case .path: return context.pathProblem(text) == nil
        case .part: return PartName(text) != nil
        case .node: return Vocabulary.elements[text] != nil
        default: return false
        }
    }
}

extension String {
    /// True for a name that an expression can use.
    fileprivate var isVariableName: Bool {
        first?.isNumber == false && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
