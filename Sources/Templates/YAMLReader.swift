import Expressions
import Settings
import Yams

/// Reads a template's text into values with positions, and collects all that is wrong with it as YAML.
struct YAMLReader {
    /// How many values a template may have, aliases counted as often as they are used.
    static let maximumValues = 20_000
    /// How deep lists and maps may stand in each other.
    static let maximumDepth = 100

    let file: String
    private(set) var problems: [TemplateProblem] = []
    private var count = 0
    private var isTooLarge = false

    init(file: String) {
        self.file = file
    }

    /// The value of the whole text; nil where it is no YAML at all.
    mutating func read(_ text: String) -> TemplateValue? {
        if let excess = AliasLimit.firstExcess(in: text) {
            report(
                "a template may use \(AliasLimit.most) aliases, and this one uses more", at: .init(line: excess.line, column: excess.column)
            )
            return nil
        }
        do {
            guard let node = try Yams.compose(yaml: text) else {
                report("the file is empty", at: .init(line: 1, column: 1))
                return nil
            }
            return value(of: node, depth: 0, path: "")
        } catch let error as YamlError {
            report(error)
        } catch {
            report("this is not YAML", at: .init(line: 1, column: 1))
        }
        return nil
    }

    private mutating func report(_ message: String, at position: TemplateProblem.Position, path: String = "") {
        problems.append(TemplateProblem(file: file, position: position, path: path, message: message))
    }

    private mutating func report(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _), .composer(_, let problem, let mark, _):
            report("this is not YAML: \(problem)", at: .init(line: max(1, mark.line), column: max(1, mark.column)))
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            report("the key \(keys) stands here twice", at: .init(line: max(1, context.mark.line), column: max(1, context.mark.column)))
        case .reader(let problem, _, _, _):
            report("this is not YAML: \(problem)", at: .init(line: 1, column: 1))
        default:
            report("this is not YAML", at: .init(line: 1, column: 1))
        }
    }

    private func position(of node: Yams.Node) -> TemplateProblem.Position {
        .init(line: max(1, node.mark?.line ?? 1), column: max(1, node.mark?.column ?? 1))
    }

    private mutating func value(of node: Yams.Node, depth: Int, path: String) -> TemplateValue {
        let position = position(of: node)
        count += 1
        guard !isTooLarge, count <= Self.maximumValues, depth <= Self.maximumDepth else {
            if !isTooLarge {
                report(
                    "a template may have \(Self.maximumValues) values in \(Self.maximumDepth) levels, and this one has more", at: position)
                isTooLarge = true
            }
            return TemplateValue(kind: .unreadable, position: position)
        }
        switch node {
        case .scalar(let scalar): return value(of: scalar, at: position, path: path)
        case .sequence(let sequence):
            var values: [TemplateValue] = []
            for (index, element) in sequence.enumerated() { values.append(value(of: element, depth: depth + 1, path: "\(path)[\(index)]")) }
            return TemplateValue(kind: .list(values), position: position)
        case .mapping(let mapping):
            var members: [TemplateValue.Member] = []
            let place = TreePath(path, keys: mapping.keys.lazy.compactMap(\.string))
            for (key, element) in mapping {
                let keyPosition = self.position(of: key)
                guard let name = key.string else {
                    report("a key must be a single word", at: keyPosition, path: place.node)
                    continue
                }
                var value = value(of: element, depth: depth + 1, path: place.path(of: name))
                // What is wrong with it is the checker's to tell.
                if name == "if", let source = value.literal { value.expression = try? Expression(source) }
                if name == "for", let loop = Loop(value) { value.expression = try? Expression(loop.list) }
                members.append(.init(key: name, position: keyPosition, value: value))
            }
            return TemplateValue(kind: .map(members), position: position)
        case .alias:
            report("this alias has no anchor", at: position)
            return TemplateValue(kind: .unreadable, position: position)
        }
    }

    private mutating func value(of scalar: Yams.Node.Scalar, at position: TemplateProblem.Position, path: String) -> TemplateValue {
        let isPlain = scalar.style == .plain
        if isPlain, ["", "~", "null"].contains(scalar.string) { return TemplateValue(kind: .null, position: position) }
        do {
            return TemplateValue(kind: .scalar(try TextTemplate(scalar.string), isPlain: isPlain), position: position)
        } catch {
            report(error.reason, at: Self.position(of: error.offset, in: scalar.string, isPlain: isPlain, from: position), path: path)
            return TemplateValue(kind: .unreadable, position: position)
        }
    }

    /// Where a character of a text stands in the file.
    ///
    /// Exact for texts on one line without escapes; the text's start for all others.
    static func position(of offset: Int, in text: String, isPlain: Bool, from start: TemplateProblem.Position) -> TemplateProblem.Position {
        guard !text.contains("\n") else { return start }
        return .init(line: start.line, column: start.column + (isPlain ? 0 : 1) + offset)
    }
}
