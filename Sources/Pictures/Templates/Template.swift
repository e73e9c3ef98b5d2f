import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialLayout

/// A checked template: a YAML file and the parts that it includes.
public struct Template: Sendable {
    /// The name of the file in messages.
    public let file: String
    let root: TemplateValue
    let parts: [String: Part]
    /// The names that are no variables: those that a part has because of where it stands.
    private let givenNames: Set<String>
    private let unknownEscapes: [TemplateProblem]

    /// An included file.
    struct Part: Sendable {
        let file: String
        /// The kind whose folder contains the part; nil for the template's own folder.
        let kind: String?
        let body: TemplateValue
    }

    /// Reads and checks a template.
    ///
    /// - Parameters:
    ///   - file: The name of the file in messages.
    ///   - context: The available variables and symbols.
    ///   - part: Returns the file name and the text of the part with that name, `NAME` or `KIND/NAME`; nil if it does not exist.
    /// - Throws: `TemplateError` with all problems of the file and its parts.
    public init(
        _ text: String, file: String, context: TemplateContext, part: @escaping (String) -> (file: String, text: String)? = { _ in nil }
    ) throws(TemplateError) {
        var loader = TemplateLoader(context: context, part: part)
        let root = loader.load(text, file: file)
        try self.init(root, file: file, loader)
    }

    /// Checks a template built by a program, as the JSON of a template file's top level.
    ///
    /// - Parameters:
    ///   - name: The name of the template in messages.
    ///   - context: The available variables and symbols.
    ///   - part: Returns the file name and the text of a part.
    /// - Throws: `TemplateError` with all problems of the template and its parts. Problems of the template itself have a path but no position.
    public init(
        _ json: JSONValue, name: String, context: TemplateContext, part: @escaping (String) -> (file: String, text: String)? = { _ in nil }
    ) throws(TemplateError) {
        var loader = TemplateLoader(context: context, part: part)
        let root = loader.load(json, file: name)
        try self.init(root, file: name, loader)
    }

    private init(_ root: TemplateValue?, file: String, _ loader: TemplateLoader) throws(TemplateError) {
        guard let root, loader.problems.isEmpty else { throw TemplateError(loader.problems + loader.unknownEscapes) }
        self.file = file
        self.root = root
        parts = loader.parts
        givenNames = loader.givenNames
        unknownEscapes = loader.unknownEscapes
    }

    /// Checks what does not prevent drawing: each backslash in the quotes of an expression begins an escape.
    ///
    /// - Throws: `TemplateError` with all problems of the file and its parts.
    public func checkEscapes() throws(TemplateError) {
        guard unknownEscapes.isEmpty else { throw TemplateError(unknownEscapes) }
    }

    /// The names of all variables used by the template or its parts.
    public var variables: Set<String> {
        var names: Set<String> = []
        root.collectVariables(into: &names, loops: [])
        for part in parts.values { part.body.collectVariables(into: &names, loops: []) }
        return names.subtracting(givenNames)
    }

    /// The names that a file gives the parts in it, by `for` and by `with`, whether or not it is a valid template.
    public static func givenNames(in text: String) -> Set<String> {
        var reader = TemplateReader(file: "")
        var names: Set<String> = []
        reader.read(text)?.collectGivenNames(into: &names)
        return names
    }
}

extension TemplateValue {
    fileprivate func collectGivenNames(into names: inout Set<String>) {
        switch kind {
        case .null, .unreadable, .scalar: break
        case .list(let values): for value in values { value.collectGivenNames(into: &names) }
        case .map(let members):
            if let loop = self["for"].flatMap(Loop.init) { names.formUnion(loop.names) }
            if self["Part"] != nil, let values = self["with"]?.members { names.formUnion(values.map(\.key)) }
            for member in members { member.value.collectGivenNames(into: &names) }
        }
    }

    /// `loops`: the variables of the enclosing loops, which are not variables of the scope.
    func collectVariables(into names: inout Set<String>, loops: Set<String>) {
        switch kind {
        case .null, .unreadable: break
        case .scalar(let text, _): names.formUnion(Set(text.variables.map(\.name)).subtracting(loops))
        case .list(let values): for value in values { value.collectVariables(into: &names, loops: loops) }
        case .map(let members):
            var inner = loops
            if let loop = self["for"].flatMap(Loop.init) {
                Self.collect(loop.list, into: &names, loops: loops)
                inner.formUnion(loop.names)
            }
            for member in members {
                member.value.collectVariables(into: &names, loops: inner)
                if member.key == "if", let source = member.value.literal { Self.collect(source, into: &names, loops: inner) }
            }
        }
    }

    /// Collects the variables of an expression without braces.
    private static func collect(_ source: String, into names: inout Set<String>, loops: Set<String>) {
        guard let expression = try? Expression(source) else { return }
        names.formUnion(Set(expression.variables.map(\.name)).subtracting(loops))
    }
}

extension Template {
    /// The position of a node in the template's own file.
    ///
    /// - Parameter path: A path such as `body.HStack[1].VStack[0].Text`.
    /// - Returns: The position of the node, or that of the reference to the part that contains it.
    public func position(of path: String) -> TemplateProblem.Position {
        // The last position in the file itself, before any part.
        walk(path).first { $0.file == file }?.position ?? root.position
    }

    /// The position of a node in its file, which may be that of a part.
    ///
    /// - Parameter path: A path such as `body.HStack[1].Part.VStack[0].Text`.
    public func place(of path: String) -> (file: String, position: TemplateProblem.Position) {
        walk(path).last ?? (file, root.position)
    }

    /// The positions along the path: the last one in the template's own file and in each part on the way.
    private func walk(_ path: String) -> [(file: String, position: TemplateProblem.Position)] {
        var value = root
        var kind: String?
        var places = [(file: file, position: root.position)]
        for component in path.split(separator: ".") {
            let pieces = component.split(separator: "[")
            guard let name = pieces.first, case .map(let members) = value.kind, let member = members.first(where: { $0.key == name }) else {
                return places
            }
            value = member.value
            places[places.count - 1].position = member.position
            if name == "Part", let part = value.literal.flatMap(PartName.init).flatMap({ parts[$0.resolved(in: kind)] }) {
                (value, kind) = (part.body, part.kind)
                places.append((part.file, value.position))
            }
            for piece in pieces.dropFirst() {
                guard let index = Int(piece.dropLast()), case .list(let values) = value.kind, values.indices.contains(index) else {
                    return places
                }
                value = values[index]
                places[places.count - 1].position = value.position
            }
        }
        return places
    }
}

/// The name of a part: a file in the folder of the template, `NAME`, or in that of another kind, `KIND/NAME`.
struct PartName: Hashable {
    /// The kind whose folder contains the part; nil for the folder of the template.
    let kind: String?
    /// The name of the file without its extension.
    private var name: String

    /// Parses a name; nil for a name that could refer outside of the folder.
    init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), words.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("{") }) else {
            return nil
        }
        name = String(words[words.count - 1])
        kind = words.count == 2 ? String(words[0]) : nil
    }

    /// The full name for a reference in a part of `folder`, whose own parts are in the same folder.
    func resolved(in folder: String?) -> String {
        (kind ?? folder).map { "\($0)/\(name)" } ?? name
    }
}
