import SubdialSystem

/// The files of an extension that Linux can compile, and the reasons of the others.
package struct SourceSelection: Sendable {
    /// The reason for which a file is left out.
    package enum Reason: Hashable, Sendable {
        /// It imports modules that are not there.
        case imports([String])
        /// The compiler finds errors in it, the most telling one first.
        case errors([Diagnostic])
        /// It needs a name that a file declares which is left out, or that Xcode makes of a file.
        case needs(name: String, file: String, line: Int)
        /// A file before it has the same name, of which a module can have one.
        case sameName(as: String)
        /// It is not Swift.
        case otherLanguage
        /// It cannot be read.
        case unreadable(String)
    }

    /// A file that is left out.
    package struct LeftOut: Hashable, Sendable {
        package let file: String
        package let reason: Reason
    }

    package let widgetExtension: WidgetExtension
    /// The files that are compiled, in the project's order.
    package private(set) var files: [String] = []
    /// The files that are not, in the order in which they were left out.
    package private(set) var leftOut: [LeftOut] = []
    /// What the compiler says if it ends without an error in a file; nil if it has accepted the files, or was not there.
    package private(set) var problem: String?
    /// True if the compiler has accepted the files.
    package private(set) var isChecked = false

    /// The files of the repository that were added because a file needs a type of theirs; only without a project.
    package private(set) var added: [String] = []

    private var sources: [String: SwiftSource]
    /// The files of the repository by the names of their types; nil until a type is missing.
    private var surroundings: [String: String]?
    /// The files from which Xcode makes types, by the names of these.
    private let generated: [String: String]
    private var removed: Set<String> = []

    /// Leaves out the files that import what is not there.
    package init(_ widgetExtension: WidgetExtension) {
        self.widgetExtension = widgetExtension
        var (sources, names): ([String: SwiftSource], [String: String]) = ([:], [:])
        let conditions = Set(widgetExtension.settings.conditions)
        for path in widgetExtension.sources {
            if let other = names[path.fileName] {
                leftOut.append(LeftOut(file: path, reason: .sameName(as: other)))
                continue
            }
            do throws(ReadError) {
                let source = try SwiftSource(path: path, conditions: conditions)
                sources[path] = source
                let missing = source.imports.filter { !AppleModules.has($0) && $0 != widgetExtension.settings.moduleName }.sorted()
                guard missing.isEmpty else {
                    leftOut.append(LeftOut(file: path, reason: .imports(missing)))
                    removed.insert(path)
                    continue
                }
                names[path.fileName] = path
                files.append(path)
            } catch {
                leftOut.append(LeftOut(file: path, reason: .unreadable(error.reason)))
            }
        }
        leftOut += widgetExtension.otherSources.map { LeftOut(file: $0, reason: .otherLanguage) }
        self.sources = sources
        generated = GeneratedTypes.names(in: widgetExtension.otherSources)
    }

    // MARK: What is in the files

    /// The names of the widgets and controls in the files that are compiled.
    package var widgets: [String] { files.flatMap { sources[$0]?.widgets ?? [] } }
    /// The number of previews in the files that are compiled.
    package var previews: Int { files.reduce(0) { $0 + (sources[$1]?.previews ?? 0) } }
    /// True if a file that is compiled has the program's entry point.
    package var hasMain: Bool { files.contains { sources[$0]?.hasMain == true || $0.fileName == "main.swift" } }

    // MARK: Checks with the compiler

    /// What the compiler says of the files.
    package enum Verdict: Sendable {
        case accepted
        case errors([Diagnostic])
        /// It has ended without an error in a file.
        case failed(String)
    }

    /// The maximum number of runs of the compiler.
    private static let maximumRuns = 40
    /// The maximum number of files that are added.
    private static let maximumAdded = 60

    /// Leaves out the files with errors until the compiler accepts the others.
    ///
    /// - Parameter check: Compiles files; receives them in the project's order.
    package mutating func check(_ check: ([String]) async throws -> Verdict) async rethrows {
        for _ in 0..<Self.maximumRuns where !files.isEmpty {
            switch try await check(files) {
            case .accepted:
                isChecked = true
                return
            case .failed(let text):
                problem = text
                return
            case .errors(let errors):
                if addFiles(for: errors) { continue }
                guard remove(errors) else {
                    problem = errors.first.map { "\($0.file):\($0.line): \($0.message)" } ?? "the compiler ended without a message"
                    return
                }
            }
        }
        if !files.isEmpty { problem = "the compiler finds errors also after \(Self.maximumRuns) runs" }
    }

    /// Adds the files of the repository that declare missing types, if no project says which files belong to the extension.
    ///
    /// - Returns: True if one was added.
    private mutating func addFiles(for errors: [Diagnostic]) -> Bool {
        guard let root = widgetExtension.surroundings else { return false }
        let names = Set(errors.filter { $0.rank == .own }.flatMap(\.missingNames))
        guard !names.isEmpty else { return false }
        let known = surroundings ?? types(below: root)
        surroundings = known
        var baseNames = Set(files.map(\.fileName))
        let count = added.count
        for name in names.sorted() {
            guard let file = known[name], added.count < Self.maximumAdded, !files.contains(file), !removed.contains(file),
                baseNames.insert(file.fileName).inserted
            else { continue }
            files.append(file)
            added.append(file)
        }
        return added.count > count
    }

    /// The files below a folder that can be added, by the names of their types; their sources are known from now on.
    private mutating func types(below root: String) -> [String: String] {
        let (own, conditions) = (Set(widgetExtension.sources), Set(widgetExtension.settings.conditions))
        var types: [String: String] = [:]
        for file in FileTree.files(below: root) where file.pathExtension == "swift" && !own.contains(file) {
            guard let source = try? SwiftSource(path: file, conditions: conditions), !source.hasMain, !source.declaresWidgets,
                source.imports.allSatisfy(AppleModules.has)
            else { continue }
            sources[file] = source
            for name in source.types where types[name] == nil { types[name] = file }
        }
        return types
    }

    /// Leaves out the files with the most telling errors: others may follow from these.
    ///
    /// - Returns: False if no error is in one of the files.
    private mutating func remove(_ errors: [Diagnostic]) -> Bool {
        let byFile = Dictionary(grouping: errors) { $0.file }
        let bad = files.filter { byFile[$0] != nil }
        let ranks = bad.map { file in (byFile[file] ?? []).map(\.rank).min() ?? .following }
        guard let first = ranks.min() else { return false }
        let chosen = zip(bad, ranks).filter { $0.1 == first }.map(\.0)
        removed.formUnion(chosen)
        files.removeAll { chosen.contains($0) }
        for file in chosen {
            let found = (byFile[file] ?? []).enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
                \.element)
            leftOut.append(LeftOut(file: file, reason: need(found, of: file) ?? .errors(found)))
        }
        return true
    }

    /// The reason of a file that needs another one; nil if an error is the file's own.
    private func need(_ errors: [Diagnostic], of file: String) -> Reason? {
        for error in errors {
            for name in error.missingNames {
                guard let other = declaration(of: name, besides: file) else { continue }
                return .needs(name: name, file: other, line: error.line)
            }
        }
        return nil
    }

    /// The nearest file that is left out and declares a name.
    private func declaration(of name: String, besides file: String) -> String? {
        if let made = generated[name] { return made }
        let parts = file.split(separator: "/")
        let candidates = removed.filter { $0 != file && sources[$0]?.names.contains(name) == true }
        return candidates.max { left, right in
            let (first, second) = (Self.common(left, parts), Self.common(right, parts))
            return first == second ? left > right : first < second
        }
    }

    private static func common(_ path: String, _ parts: [Substring]) -> Int {
        zip(path.split(separator: "/"), parts).prefix { $0 == $1 }.count
    }
}
