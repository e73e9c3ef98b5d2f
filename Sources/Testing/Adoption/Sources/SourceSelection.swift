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
        /// It needs a name that a file declares only behind a condition which is false on Linux, such as `#if os(iOS)`.
        case hidden(name: String, file: String, line: Int)
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

        /// True if the compiler has refused the file.
        var isRefused: Bool {
            switch reason {
            case .errors, .needs, .hidden: true
            case .imports, .sameName, .otherLanguage, .unreadable: false
            }
        }
    }

    package let widgetExtension: WidgetExtension
    /// The files that are compiled, in the project's order.
    package private(set) var files: [String] = []
    /// The files that are not, in the order in which they were left out.
    package private(set) var leftOut: [LeftOut] = []
    /// The types that Xcode makes of the definitions of intents.
    package private(set) var intents = IntentClasses()
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
        for path in widgetExtension.intentDefinitions {
            do throws(AdoptionError) { try intents.add(contentsOf: path) } catch {
                leftOut.append(LeftOut(file: path, reason: .unreadable(error.message)))
            }
        }
        leftOut += widgetExtension.otherSources.map { LeftOut(file: $0, reason: .otherLanguage) }
        self.sources = sources
        generated = GeneratedTypes.names(in: widgetExtension.otherSources)
    }

    // MARK: What is in the files

    /// The names of the widgets and controls in the files that are compiled.
    package var widgets: [String] { files.flatMap { sources[$0]?.widgets ?? [] } }
    /// True if a widget or control is in the files that are compiled.
    package var declaresWidgets: Bool { !widgets.isEmpty }
    /// The number of previews in the files that are compiled.
    package var previews: Int { files.reduce(0) { $0 + (sources[$1]?.previews ?? 0) } }
    /// True if a file that is compiled has the program's entry point.
    package var hasMain: Bool { files.contains { sources[$0]?.hasMain == true || $0.fileName == "main.swift" } }

    /// The modules that only files import which are left out: their members are visible in the whole module.
    package var missingImports: [String] {
        imports(of: widgetExtension.sources.filter { !files.contains($0) }).subtracting(imports(of: files)).sorted()
    }

    /// The modules that any of the extension's files imports.
    package var imports: [String] { imports(of: widgetExtension.sources).sorted() }

    private func imports(of files: [String]) -> Set<String> {
        Set(files.flatMap { sources[$0]?.imports ?? [] }).filter(AppleModules.isAliased)
    }

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

    /// Leaves out the files with errors until the compiler accepts the others, and takes those back that it accepts beside these.
    ///
    /// - Parameter check: Compiles files; receives them in the project's order.
    package mutating func check(_ check: ([String]) async throws -> Verdict) async rethrows {
        try await narrow(check)
        if isChecked { try await takeBack(check) }
    }

    private mutating func narrow(_ check: ([String]) async throws -> Verdict) async rethrows {
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

    /// The maximum number of runs in which single files are tried again.
    private static let maximumTrials = 24

    /// Tries the files with errors again: an error of another file, which is gone now, may have been the reason.
    ///
    /// What the compiler then says of a file is its reason, because all others are accepted.
    private mutating func takeBack(_ check: ([String]) async throws -> Verdict) async rethrows {
        var trials = 0
        // Files that need each other come back together, if no other one is in the way.
        let all = leftOut.filter(\.isRefused).map(\.file)
        if all.count > 1, case .errors(let errors) = try await check(joined(with: all)) {
            let bad = Set(errors.map(\.file))
            let good = all.filter { !bad.contains($0) }
            if !good.isEmpty, case .accepted = try await check(joined(with: good)) { accept(good) }
        }
        var isChanged = true
        while isChanged {
            isChanged = false
            for entry in leftOut where entry.isRefused && trials < Self.maximumTrials {
                trials += 1
                switch try await check(joined(with: [entry.file])) {
                case .accepted:
                    accept([entry.file])
                    isChanged = true
                case .errors(let errors):
                    let own = errors.filter { $0.file == entry.file }
                    // A file that is still left out stays the reason: it was found before there were other errors.
                    if case .needs(_, let other, _) = entry.reason, !files.contains(other) { continue }
                    guard !own.isEmpty, let index = leftOut.firstIndex(where: { $0.file == entry.file }) else { continue }
                    leftOut[index] = LeftOut(file: entry.file, reason: reason(own, of: entry.file))
                case .failed: continue
                }
            }
        }
    }

    /// The files that are compiled and others, in the project's order.
    private func joined(with others: [String]) -> [String] {
        let wanted = Set(files + others)
        return (widgetExtension.sources + added).filter(wanted.contains)
    }

    private mutating func accept(_ accepted: [String]) {
        files = joined(with: accepted)
        removed.subtract(accepted)
        leftOut.removeAll { accepted.contains($0.file) }
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
            leftOut.append(LeftOut(file: file, reason: reason(byFile[file] ?? [], of: file)))
        }
        return true
    }

    /// The reason of a file with errors.
    private func reason(_ errors: [Diagnostic], of file: String) -> Reason {
        let found = errors.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
        return need(found, of: file) ?? hidden(found) ?? .errors(found)
    }

    /// The reason of a file that needs what a condition hides; nil if there is no such declaration.
    private func hidden(_ errors: [Diagnostic]) -> Reason? {
        for error in errors where error.rank == .own {
            for name in error.missingNames {
                let file = widgetExtension.sources.first {
                    sources[$0]?.names.contains(name) == false && SwiftSource.mentionsDeclaration(of: name, in: $0)
                }
                if let file { return .hidden(name: name, file: file, line: error.line) }
            }
        }
        return nil
    }

    /// The reason of a file that needs another one; nil if an error is the file's own.
    private func need(_ errors: [Diagnostic], of file: String) -> Reason? {
        var need: Reason?
        for error in errors {
            for name in error.missingNames {
                switch declaration(of: name, neededBy: file) {
                case .file(let other): need = need ?? .needs(name: name, file: other, line: error.line)
                case .dependent: continue
                // A type that no file declares is missing whatever else is left out.
                case .nowhere: if error.rank == .own { return nil }
                }
            }
        }
        return need
    }

    private enum Declaration {
        case file(String)
        /// In a file that is left out because of the one that needs the name.
        case dependent
        case nowhere
    }

    /// The nearest file that is left out and declares a name.
    private func declaration(of name: String, neededBy file: String) -> Declaration {
        if let made = generated[name] { return .file(made) }
        let parts = file.split(separator: "/")
        let candidates = removed.filter { $0 != file && sources[$0]?.names.contains(name) == true }
        let nearest = candidates.max { left, right in
            let (first, second) = (Self.common(left, parts), Self.common(right, parts))
            return first == second ? left > right : first < second
        }
        // Files farther away mostly declare something else of that name.
        guard let nearest else { return .nowhere }
        return isBecause(nearest, of: file) ? .dependent : .file(nearest)
    }

    /// True if a file is the other one, or left out because of it.
    private func isBecause(_ file: String, of other: String) -> Bool {
        var (file, steps) = (file, 0)
        while file != other, steps <= leftOut.count, case .needs(_, let next, _)? = leftOut.first(where: { $0.file == file })?.reason {
            (file, steps) = (next, steps + 1)
        }
        return file == other
    }

    private static func common(_ path: String, _ parts: [Substring]) -> Int {
        zip(path.split(separator: "/"), parts).prefix { $0 == $1 }.count
    }
}
