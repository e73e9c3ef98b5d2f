import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// Loads a file and all parts that it includes, each part once, and checks each part's names where it stands.
struct TemplateLoader {
    /// A part's file after the checks of all that does not depend on where it stands.
    private struct PartFile {
        let name: String
        let file: String
        let kind: String?
        let unknownNames: [UnknownName]
        let inclusions: [PartInclusion]
        /// The names that the file uses, apart from those that its own loops define.
        let variables: Set<String>
    }

    /// A part with the names that it has from outside.
    private struct Visit: Hashable {
        let part: String
        let names: Set<String>
    }

    private let context: TemplateContext
    private let part: (String) -> (file: String, text: String)?
    private(set) var problems: [TemplateProblem] = []
    private(set) var unknownEscapes: [TemplateProblem] = []
    private(set) var parts: [String: Template.Part] = [:]
    /// The names that parts have because of where they stand.
    private(set) var givenNames: Set<String> = []
    /// The parts around the current file, outermost first, to detect recursion.
    private var open: [String] = []
    /// The parts read so far; nil for one that is missing or no YAML.
    private var files: [String: PartFile?] = [:]
    private var visits: Set<Visit> = []
    /// The names that the parts, with those in them, use from outside.
    private var usedNames: [String: Set<String>] = [:]
    /// The problems reported so far: several places may include the same part.
    private var reported: Set<TemplateProblem> = []

    init(context: TemplateContext, part: @escaping (String) -> (file: String, text: String)?) {
        self.context = context
        self.part = part
    }

    mutating func load(_ text: String, file: String) -> TemplateValue? {
        var reader = TemplateReader(file: file)
        return check(reader.read(text), reader.problems, file: file)
    }

    mutating func load(_ json: JSONValue, file: String) -> TemplateValue? {
        var reader = TemplateReader(file: file)
        return check(reader.read(json), reader.problems, file: file)
    }

    /// Checks the template itself, which gets no names from outside.
    private mutating func check(_ value: TemplateValue?, _ found: [TemplateProblem], file: String) -> TemplateValue? {
        problems += found
        guard let value else { return nil }
        let checker = check(value, file: file)
        for name in checker.unknownNames { report(name, in: file, given: []) }
        for inclusion in checker.inclusions { include(inclusion, given: [], in: file, kind: nil) }
        return value
    }

    private mutating func check(_ value: TemplateValue, file: String) -> TemplateChecker {
        var checker = TemplateChecker(file: file, context: context)
        checker.check(file: value)
        problems += checker.problems
        unknownEscapes += checker.unknownEscapes
        return checker
    }

    /// Includes a part, with the parts in it.
    ///
    /// - Parameters:
    ///   - outer: The names that the file of the inclusion has from outside.
    ///   - file: That file, and the kind whose folder contains it.
    private mutating func include(_ inclusion: PartInclusion, given outer: Set<String>, in file: String, kind: String?) {
        let folder = inclusion.part.kind ?? kind
        let name = inclusion.part.resolved(in: folder)
        if open.contains(name) {
            let way = (open + [name]).joined(separator: " → ")
            return report("a part cannot include itself: \(way)", at: inclusion.position, in: file, path: inclusion.path)
        }
        if files[name] == nil { files[name] = .some(read(name, kind: folder, for: inclusion, in: file)) }
        guard case .some(.some(let found)) = files[name] else { return }
        let names = outer.union(inclusion.names)
        givenNames.formUnion(names.subtracting(context.variables))
        open.append(name)
        defer { open.removeLast() }
        checkNames(of: found, given: names, by: inclusion, in: file)
        if visits.insert(Visit(part: name, names: names)).inserted {
            for inner in found.inclusions { include(inner, given: names, in: found.file, kind: found.kind) }
        }
        checkValues(of: inclusion, for: found, in: file)
    }

    /// The file of a part; nil for one that is missing or no YAML.
    private mutating func read(_ name: String, kind: String?, for inclusion: PartInclusion, in file: String) -> PartFile? {
        guard let found = part(name) else {
            report(
                kind == nil
                    ? "there is no part '\(name)': no file '\(name).yaml' beside this one"
                    : "there is no part '\(name)': no file '\(name).yaml'",
                at: inclusion.position, in: file, path: inclusion.path)
            return nil
        }
        var reader = TemplateReader(file: found.file)
        let value = reader.read(found.text)
        problems += reader.problems
        guard let value else { return nil }
        let checker = check(value, file: found.file)
        var variables: Set<String> = []
        value.collectVariables(into: &variables, loops: [])
        if let body = value["body"] { parts[name] = .init(file: found.file, kind: kind, body: body) }
        return PartFile(
            name: name, file: found.file, kind: kind, unknownNames: checker.unknownNames, inclusions: checker.inclusions,
            variables: variables)
    }

    /// Checks that everything outside of a part defines the names that it uses.
    private mutating func checkNames(of part: PartFile, given names: Set<String>, by inclusion: PartInclusion, in file: String) {
        for unknown in part.unknownNames where !names.contains(unknown.name) {
            guard inclusion.values != nil else {
                report(unknown, in: part.file, given: names)
                continue
            }
            let place = "\(part.file):\(unknown.position.line):\(unknown.position.column)"
            report(
                "the part '\(part.name)' needs '\(unknown.name)' in 'with', for \(place)\(hint(for: unknown, given: names))",
                at: inclusion.position, in: file, path: inclusion.path)
        }
    }

    /// Checks that a part uses all values that it is given.
    private mutating func checkValues(of inclusion: PartInclusion, for part: PartFile, in file: String) {
        guard let values = inclusion.values, !values.isEmpty else { return }
        let used = names(usedBy: part)
        for value in values where !used.contains(value.key) {
            let known = used.subtracting(context.variables)
            report(
                "the part '\(part.name)' uses no '\(value.key)'\(Suggestion.hint(for: value.key, among: known))", at: value.position,
                length: value.key.count, in: file, path: inclusion.path)
        }
    }

    /// The names that a part and the parts in it use from outside.
    private mutating func names(usedBy part: PartFile) -> Set<String> {
        if let known = usedNames[part.name] { return known }
        // Until they are known, for a part that includes itself.
        usedNames[part.name] = part.variables
        var names = part.variables
        for inclusion in part.inclusions {
            guard case .some(.some(let inner)) = files[inclusion.part.resolved(in: inclusion.part.kind ?? part.kind)] else { continue }
            names.formUnion(self.names(usedBy: inner).subtracting(inclusion.names))
        }
        usedNames[part.name] = names
        return names
    }

    private mutating func report(_ unknown: UnknownName, in file: String, given names: Set<String>) {
        report(
            "there is no variable '\(unknown.name)'\(hint(for: unknown, given: names))", at: unknown.position, length: unknown.name.count,
            in: file, path: unknown.path)
    }

    private func hint(for unknown: UnknownName, given names: Set<String>) -> String {
        Suggestion.hint(for: unknown.name, among: Array(context.variables) + unknown.loops + names)
    }

    private mutating func report(
        _ message: String, at position: TemplateProblem.Position, length: Int = 1, in file: String, path: String
    ) {
        let problem = TemplateProblem(file: file, position: position, length: length, path: path, message: message)
        if reported.insert(problem).inserted { problems.append(problem) }
    }
}
