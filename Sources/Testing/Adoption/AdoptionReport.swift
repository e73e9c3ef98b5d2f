import SubdialDocuments

/// What was adopted, and what not and why, as lines and as JSON.
package struct AdoptionReport: Sendable {
    private let selection: SourceSelection
    private let package: AdoptedPackage?
    private let outcomes: [(path: String, outcome: PackageWriter.Outcome)]
    private let warnings: [String]

    /// - Parameters:
    ///   - package: The package; nil if none was made.
    ///   - outcomes: What happened to the package's paths; empty if nothing was written.
    package init(_ selection: SourceSelection, _ package: AdoptedPackage?, outcomes: [(path: String, outcome: PackageWriter.Outcome)]) {
        (self.selection, self.package, self.outcomes) = (selection, package, outcomes)
        let isEmpty = package != nil && !selection.declaresWidgets && selection.previews == 0
        warnings =
            (package?.warnings ?? [])
            + (isEmpty ? ["there is nothing to draw: no widget and no preview is in the files that are compiled"] : [])
    }

    private var widget: WidgetExtension { selection.widgetExtension }

    private func shown(_ path: String) -> String { path.relativePath(from: widget.base) }

    // MARK: Lines

    /// The lines for a reader.
    package var lines: [String] {
        let counts =
            "\(selection.files.count) of \(Self.count(widget.sources.count + widget.otherSources.count + selection.added.count, "file"))"
        var lines = ["\(widget.name): \(counts) " + (selection.isChecked ? "compiled" : "selected by their imports, not yet compiled")]
        if !selection.widgets.isEmpty { lines.append("  widgets: \(selection.widgets.joined(separator: ", "))") }
        if selection.previews > 0 { lines.append("  previews: \(selection.previews)") }
        if !widget.resources.isEmpty { lines.append("  resources: \(widget.resources.map(shown).joined(separator: ", "))") }
        if !widget.intentDefinitions.isEmpty {
            lines.append("  intents: \(widget.intentDefinitions.map(shown).joined(separator: ", "))")
        }
        if !selection.added.isEmpty { lines.append("added from the repository: \(selection.added.map(shown).joined(separator: ", "))") }
        if !selection.leftOut.isEmpty {
            let modules = missingModules.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
            let own = missingModules.compactMap { entry in widget.projectModules[entry.name].map { "\(entry.name) (\($0))" } }
            lines.append(
                "left out: \(Self.count(selection.leftOut.count, "file"))" + (modules.isEmpty ? "" : "; missing modules: \(modules)"))
            if !own.isEmpty { lines.append("  not adopted: \(own.joined(separator: ", "))") }
            for entry in selection.leftOut { lines.append("  \(shown(entry.file))\(text(entry.reason))") }
        }
        if let problem = selection.problem { lines.append("not checked: \(problem)") }
        lines += warnings.map { "warning: \($0)" }
        for (path, outcome) in outcomes where outcome == .kept { lines.append("kept, because it was changed: \(path)") }
        if let package, !outcomes.isEmpty {
            let written = outcomes.count { $0.outcome == .written }
            let removed = outcomes.count { $0.outcome == .removed }
            lines.append(
                "\(package.folder): \(Self.count(written, "path")) written, \(outcomes.count - written - removed) as before"
                    + (removed > 0 ? ", \(removed) removed" : ""))
        }
        return lines
    }

    /// The modules that are not there, with the number of files that import each, the most frequent ones first.
    private var missingModules: [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for entry in selection.leftOut {
            if case .imports(let modules) = entry.reason { for name in modules { counts[name, default: 0] += 1 } }
        }
        return counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map { ($0.key, $0.value) }
    }

    /// The place and the text of a reason, behind the path of the file.
    private func text(_ reason: SourceSelection.Reason) -> String {
        switch reason {
        case .imports(let modules): ": imports \(modules.joined(separator: ", "))"
        case .errors(let errors):
            errors.first.map {
                ":\($0.line): \($0.message)" + (errors.count > 1 ? " (and \(Self.count(errors.count - 1, "more error")))" : "")
            }
                ?? ": has errors"
        case .needs(let name, let file, let line): ":\(line): needs \(name) of \(shown(file)), which is left out"
        case .hidden(let name, let file, let line):
            ":\(line): needs \(name), which \(shown(file)) declares behind a condition that is false on Linux"
        case .sameName(let other): ": has the name of \(shown(other))"
        case .otherLanguage: ": is not Swift"
        case .unreadable(let reason): ": cannot be read: \(reason)"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    // MARK: JSON

    /// The report for programs; all paths but those in the package are absolute.
    package var json: JSONValue {
        let settings = widget.settings
        return [
            "target": .string(widget.name), "project": widget.project.map(JSONValue.string) ?? .null,
            "module": .string(settings.moduleName), "languageMode": .integer(Int64(settings.languageMode)),
            "flags": Self.list(settings.flags), "sources": Self.list(widget.sources), "compiled": Self.list(selection.files),
            "added": Self.list(selection.added),
            "checked": .bool(selection.isChecked), "problem": selection.problem.map(JSONValue.string) ?? .null,
            "leftOut": .array(selection.leftOut.map(Self.json)), "widgets": Self.list(selection.widgets),
            "previews": .integer(Int64(selection.previews)),
            "intentDefinitions": Self.list(widget.intentDefinitions),
            "projectModules": .object(
                missingModules.compactMap { entry in widget.projectModules[entry.name].map { JSONMember(entry.name, .string($0)) } }),
            "resources": Self.list(widget.resources), "warnings": Self.list(warnings),
            "package": package.map { .string($0.folder) } ?? .null,
            "paths": .object(outcomes.map { JSONMember($0.path, .string($0.outcome.rawValue)) }),
        ]
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    private static func json(_ entry: SourceSelection.LeftOut) -> JSONValue {
        let reason: JSONValue
        switch entry.reason {
        case .imports(let modules): reason = ["kind": "imports", "modules": list(modules)]
        case .errors(let errors):
            reason = [
                "kind": "errors",
                "errors": .array(errors.map { ["line": .integer(Int64($0.line)), "message": .string($0.message)] }),
            ]
        case .needs(let name, let file, let line):
            reason = ["kind": "needs", "name": .string(name), "of": .string(file), "line": .integer(Int64(line))]
        case .hidden(let name, let file, let line):
            reason = ["kind": "hidden", "name": .string(name), "of": .string(file), "line": .integer(Int64(line))]
        case .sameName(let other): reason = ["kind": "sameName", "as": .string(other)]
        case .otherLanguage: reason = ["kind": "otherLanguage"]
        case .unreadable(let text): reason = ["kind": "unreadable", "message": .string(text)]
        }
        return ["file": .string(entry.file), "reason": reason]
    }
}
