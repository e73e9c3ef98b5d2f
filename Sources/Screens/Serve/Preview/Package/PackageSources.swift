import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialWidgets

/// The sources of a program: its files by their names, the places of its types, and the languages of its strings.
struct PackageSources: Sendable {
    /// The places of types by their names; of several types with a name, the first counts.
    let places: [String: PreviewTree.Place]
    /// The languages that have strings.
    let languages: [String]
    /// The paths of the files by their names; files of several modules can have one name.
    private let files: [String: [String]]

    /// The maximum number of read files, and the maximum size of one.
    private static let mostFiles = 5000, maximumBytes = 4 << 20
    /// The number of levels of folders, which ends circles of links.
    private static let mostLevels = 12

    /// Reads the sources in some folders.
    init(_ folders: [String]) {
        var (places, files, languages) = ([String: PreviewTree.Place](), [String: [String]](), Set<String>())
        for folder in folders {
            for name in Self.names(folder, depth: Self.mostLevels) where files.count < Self.mostFiles {
                let path = "\(folder)/\(name)"
                let parts = name.split(separator: "/")
                languages.formUnion(parts.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) })
                if name.hasSuffix(".xcstrings") { languages.formUnion(Self.languages(ofCatalog: path)) }
                guard name.hasSuffix(".swift"), let file = parts.last else { continue }
                files[String(file), default: []].append(path)
                for type in Self.types(in: Self.text(path)) where places[type.name] == nil {
                    places[type.name] = PreviewTree.Place(file: path, line: type.line, column: type.column)
                }
            }
        }
        (self.places, self.files, self.languages) = (places, files, languages.filter { $0 != "Base" }.sorted())
    }

    /// The paths of the files of a folder within it, sorted; links to folders are followed.
    private static func names(_ folder: String, depth: Int) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name -> [String] in
            var isFolder = false
            guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else { return [] }
            guard isFolder else { return [name] }
            return depth > 0 ? Self.names("\(folder)/\(name)", depth: depth - 1).map { "\(name)/\($0)" } : []
        }
    }

    private static func text(_ path: String) -> String {
        guard let data = FileManager.default.contents(atPath: path), data.count <= maximumBytes else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The languages of a catalog of strings.
    private static func languages(ofCatalog path: String) -> Set<String> {
        guard let catalog = try? JSONValue(parsing: text(path)) else { return [] }
        var languages: Set<String> = []
        if let source = catalog["sourceLanguage"]?.string { languages.insert(source) }
        guard case .object(let strings)? = catalog["strings"] else { return languages }
        for string in strings {
            guard case .object(let translations)? = string.value["localizations"] else { continue }
            languages.formUnion(translations.map(\.key))
        }
        return languages
    }

    /// The types that a source declares, with the positions of their names.
    static func types(in text: String) -> [(name: String, line: Int, column: Int)] {
        let keywords: Set<Substring> = ["struct", "class", "enum", "actor"]
        var types: [(name: String, line: Int, column: Int)] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard keywords.contains(where: { line.contains($0) }) else { continue }
            let words = line.split(separator: " ")
            // Attributes and modifiers are before the keyword; other words mean a comment, a text or `class func`.
            guard let keyword = words.firstIndex(where: { keywords.contains($0) }), keyword + 1 < words.count,
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || modifiers.contains(String($0)) })
            else { continue }
            let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard let first = name.first, first.isUppercase || first == "_" else { continue }
            types.append((String(name), index + 1, line.distance(from: line.startIndex, to: name.startIndex) + 1))
        }
        return types
    }

    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "nonisolated", "indirect", "static",
    ]

    /// The place that a program writes: `Module/File.swift:12`, `File.swift:12`, or the name of a type; nil if it is not known.
    func place(_ text: String) -> (file: String, line: Int)? {
        if let mark = text.lastIndex(of: ":"), let line = Int(text[text.index(after: mark)...]) {
            let parts = text[..<mark].split(separator: "/")
            let paths = files[parts.last.map(String.init) ?? ""] ?? []
            // Of several files, that of the module counts, whose folder mostly has the module's name.
            let own = parts.count > 1 ? paths.first { $0.contains("/\(parts[0])/") } : nil
            return (own ?? paths.first).map { ($0, line) }
        }
        return text.split(separator: ".").last.flatMap { places[String($0)] }.map { ($0.file, $0.line) }
    }

    /// The problem that a message such as `File.swift:12: …` describes, with its place.
    func problem(_ text: String, isWarning: Bool) -> PreviewProblem {
        var (message, found) = (text, (file: String, line: Int)?.none)
        if let match = text.firstMatch(of: /^([^\s:]+\.swift:\d+): (.*)$/.dotMatchesNewlines()), let place = place(String(match.1)) {
            (message, found) = (String(match.2), place)
        } else if let path = text.firstMatch(of: #/^([\w.\[\]]+): /#)?.1 {
            // The path of a node: the innermost type of the package has it.
            found = path.split { ".[]".contains($0) }.reversed().lazy.compactMap { places[String($0)] }.first.map { ($0.file, $0.line) }
        }
        var problem = PreviewProblem(file: found?.file, message: message)
        (problem.line, problem.isWarning) = (found?.line, isWarning)
        return problem.withExcerpt
    }
}
