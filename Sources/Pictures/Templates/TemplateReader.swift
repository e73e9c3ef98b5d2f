import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// Reads a template, as YAML or JSON, into values with positions, and collects all syntax problems.
struct TemplateReader {
    /// The maximum number of values in a template; an alias counts each time it is used.
    private static let maximumValues = 20_000
    /// The maximum nesting depth of lists and maps.
    private static let maximumDepth = YAMLNode.maximumDepth

    private let file: String
    private(set) var problems: [TemplateProblem] = []
    private var count = 0
    private var isTooLarge = false

    init(file: String) {
        self.file = file
    }

    /// The value of the whole text; nil for invalid YAML.
    mutating func read(_ text: String) -> TemplateValue? {
        node(text).map { value(of: $0, depth: 0, path: "") }
    }

    /// The whole text as plain data; nil for invalid YAML.
    ///
    /// Plain numbers and Booleans keep their type, everything else is a string.
    ///
    /// - Parameter checksExpressions: True if braces contain expressions, whose errors are problems too; otherwise braces have no meaning.
    mutating func plainData(_ text: String, checksExpressions: Bool) -> JSONValue? {
        node(text).map { plainData(of: $0, depth: 0, checksExpressions) }
    }

    private mutating func node(_ text: String) -> YAMLNode? {
        if let leftover = GitLeftover(text.utf8) {
            report("the file \(leftover)", at: .init(line: leftover.line ?? 1, column: 1))
            return nil
        }
        do {
            guard let node = try YAMLNode(parsing: text) else {
                report("the file is empty", at: .init(line: 1, column: 1))
                return nil
            }
            return node
        } catch {
            switch error {
            case .tooDeep: reportNoRoom(at: .init(error.mark))
            case .tooManyAliases:
                report("a template may use \(YAMLNode.maximumAliases) aliases, and this one uses more", at: .init(error.mark))
            case .syntax, .mistake, .duplicateKey: report(error.reason, at: .init(error.mark))
            }
            return nil
        }
    }

    private mutating func report(_ message: String, at position: TemplateProblem.Position, path: String = "") {
        problems.append(TemplateProblem(file: file, position: position, path: path, message: message))
    }

    private mutating func value(of node: YAMLNode, depth: Int, path: String) -> TemplateValue {
        let position = TemplateProblem.Position(node.mark)
        guard hasRoom(depth: depth, at: position) else { return TemplateValue(kind: .unreadable, position: position) }
        switch node.content {
        case .scalar(var text, let style):
            // The line break at the end of a block is YAML's notation, and no line of the text.
            if style == .block, text.hasSuffix("\n") { text.removeLast() }
            return value(of: text, isPlain: style == .plain, at: position, path: path)
        case .sequence(let elements):
            var values: [TemplateValue] = []
            for (index, element) in elements.enumerated() { values.append(value(of: element, depth: depth + 1, path: "\(path)[\(index)]")) }
            return TemplateValue(kind: .list(values), position: position)
        case .mapping(let mapping):
            var members: [TemplateValue.Member] = []
            let place = TreePath(path, keys: mapping.lazy.compactMap(\.key.text))
            var names = ElementNames(mapping.lazy.compactMap(\.key.text), isFile: depth == 0)
            for member in mapping {
                let keyPosition = TemplateProblem.Position(member.key.mark)
                guard let written = member.key.text else {
                    report("a key must be a single word", at: keyPosition, path: place.node)
                    continue
                }
                guard let name = names.name(written) else {
                    report("'\(written)' stands here twice: it is another name of a key above", at: keyPosition, path: place.node)
                    continue
                }
                let value = value(of: member.value, depth: depth + 1, path: place.path(of: name))
                members.append(.init(parsing: value, key: name, position: keyPosition))
            }
            return TemplateValue(kind: .map(members), position: position)
        }
    }

    private mutating func plainData(of node: YAMLNode, depth: Int, _ checksExpressions: Bool) -> JSONValue {
        guard hasRoom(depth: depth, at: .init(node.mark)) else { return .null }
        switch node.content {
        case .scalar(let text, let style):
            if checksExpressions { _ = value(of: text, isPlain: style == .plain, at: .init(node.mark), path: "") }
            return style == .plain ? JSONValue(plain: text) : .string(text)
        case .sequence(let elements):
            var values: [JSONValue] = []
            values.reserveCapacity(elements.count)
            for element in elements { values.append(plainData(of: element, depth: depth + 1, checksExpressions)) }
            return .array(values)
        case .mapping(let mapping):
            var members: [JSONMember] = []
            members.reserveCapacity(mapping.count)
            for member in mapping {
                guard let name = member.key.text else {
                    report("a key must be a single word", at: .init(member.key.mark))
                    continue
                }
                members.append(JSONMember(name, plainData(of: member.value, depth: depth + 1, checksExpressions)))
            }
            return .object(members)
        }
    }

    /// The value of a scalar; `isPlain` is true without quotes.
    mutating func value(of text: String, isPlain: Bool, at position: TemplateProblem.Position, path: String) -> TemplateValue {
        if isPlain, ["", "~", "null"].contains(text) { return TemplateValue(kind: .null, position: position) }
        do {
            return TemplateValue(kind: .scalar(try TextTemplate(text), isPlain: isPlain), position: position)
        } catch {
            report(error.reason, at: Self.position(of: error.offset, in: text, isPlain: isPlain, from: position), path: path)
            return TemplateValue(kind: .unreadable, position: position)
        }
    }

    /// Counts a value; returns false if there are too many or if it is nested too deeply, which is reported once.
    private mutating func hasRoom(depth: Int, at position: TemplateProblem.Position) -> Bool {
        count += 1
        if !isTooLarge, count <= Self.maximumValues, depth <= Self.maximumDepth { return true }
        if !isTooLarge {
            reportNoRoom(at: position)
            isTooLarge = true
        }
        return false
    }

    private mutating func reportNoRoom(at position: TemplateProblem.Position) {
        report("a template may have \(Self.maximumValues) values in \(Self.maximumDepth) levels, and this one has more", at: position)
    }

    /// The position in the file of a character in a scalar.
    ///
    /// It is exact for text on one line without escapes; otherwise it is the start of the text.
    static func position(of offset: Int, in text: String, isPlain: Bool, from start: TemplateProblem.Position) -> TemplateProblem.Position {
        guard !text.contains("\n") else { return start }
        return .init(line: start.line, column: start.column + (isPlain ? 0 : 1) + offset)
    }
}

extension JSONValue {
    /// The value of a YAML scalar without quotes.
    fileprivate init(plain text: String) {
        switch text {
        case "", "~", "null": self = .null
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        default:
            if let integer = Int64(text) {
                self = .integer(integer)
            } else if let double = Double(text), double.isFinite {
                self = .double(double)
            } else {
                self = .string(text)
            }
        }
    }
}

extension TemplateProblem.Position {
    fileprivate init(_ mark: YAMLMark) {
        self.init(line: mark.line, column: mark.column)
    }
}

extension TemplateReader {
    /// Reads the template that a program has built; its values have no position in a file.
    mutating func read(_ json: JSONValue) -> TemplateValue { value(of: json, depth: 0, path: "") }

    private mutating func value(of json: JSONValue, depth: Int, path: String) -> TemplateValue {
        let position = TemplateProblem.Position(line: 1, column: 1)
        guard hasRoom(depth: depth, at: position) else { return TemplateValue(kind: .unreadable, position: position) }
        switch json {
        case .null: return TemplateValue(kind: .null, position: position)
        case .string(let text): return value(of: text, isPlain: false, at: position, path: path)
        case .array(let values):
            let elements = values.enumerated().map { value(of: $1, depth: depth + 1, path: "\(path)[\($0)]") }
            return TemplateValue(kind: .list(elements), position: position)
        case .object(let members):
            let place = TreePath(path, keys: members.lazy.map(\.key))
            var names = ElementNames(members.lazy.map(\.key), isFile: depth == 0)
            let values = members.map { member in
                let name = names.name(member.key) ?? member.key
                return TemplateValue.Member(
                    parsing: value(of: member.value, depth: depth + 1, path: place.path(of: name)), key: name, position: position)
            }
            return TemplateValue(kind: .map(values), position: position)
        // Numbers and Booleans have the same notation in YAML and JSON.
        default: return value(of: json.text(), isPlain: true, at: position, path: path)
        }
    }
}

/// The keys of one map under the names that templates use: an element may have SwiftUI's.
private struct ElementNames {
    private let isElement: Bool
    private var known: Set<String> = []

    init(_ keys: some Sequence<String>, isFile: Bool) {
        isElement = isFile || keys.contains { $0.first?.isUppercase == true }
    }

    /// The name of a key; nil if the map has it under its other name already.
    mutating func name(_ written: String) -> String? {
        guard isElement else { return written }
        let name = Vocabulary.swiftUINames[written] ?? written
        return known.insert(name).inserted ? name : nil
    }
}

/// The paths in the tree of the values of one map: `body.HStack[1].Text`.
struct TreePath {
    /// The path of the map, including its element.
    let node: String
    private let outer: String

    /// Creates the paths of a map with `keys` at `path`.
    init(_ path: String, keys: some Sequence<String>) {
        outer = path
        let element = keys.first { $0.first?.isUppercase == true }
        node = element.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? path
    }

    /// The path of the value at `key`.
    func path(of key: String) -> String {
        if outer.isEmpty, node.isEmpty { return ["body", "label"].contains(key) ? key : "" }
        return Vocabulary.layers.contains(key) || TreePath.regions.contains(key) ? "\(node).\(key)" : node
    }

    private static let regions = Set(Vocabulary.islandRegions.keys)
}
