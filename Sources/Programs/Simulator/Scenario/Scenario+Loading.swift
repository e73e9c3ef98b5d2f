import FoundationEssentials
import SubdialDocuments

extension Scenario {
    /// Reads a scenario file.
    ///
    /// Pictures are read from the folder in the file's key `artwork`, by default from `../artwork` relative to the file's folder.
    package static func load(_ path: String) throws(ScenarioError) -> Scenario {
        let url = URL(filePath: path)
        guard let data = try? Data(contentsOf: url) else {
            throw FileManager.default.fileExists(atPath: path) ? .unreadable(path: path) : .notFound(path: path)
        }
        guard let text = String(validating: data, as: UTF8.self) else { throw .unreadable(path: path) }
        return try Scenario(
            yaml: text,
            name: url.deletingPathExtension().lastPathComponent,
            file: path,
            folder: url.deletingLastPathComponent().path()
        )
    }

    /// Reads a scenario from text.
    ///
    /// - Parameters:
    ///   - yaml: The contents of a scenario file.
    ///   - name: The scenario's name.
    ///   - file: The file name used in error messages.
    ///   - folder: The folder to which the path of the picture folder is relative.
    package init(yaml: String, name: String = "scenario", file: String = "scenario.yaml", folder: String = ".") throws(ScenarioError) {
        let root: YAMLNode?
        do {
            root = try YAMLNode(parsing: yaml)
        } catch {
            throw ScenarioError(error, file: file)
        }
        guard let root else {
            throw .missingKey(ScenarioError.Place(file: file, line: 1, column: 1), key: "description", of: "a scenario")
        }
        try self.init(root, name: name, file: file, folder: folder)
    }

    /// The names and summaries of the scenarios in a folder, sorted by name.
    package static func list(in folder: String) throws(ScenarioError) -> [(name: String, summary: String)] {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { throw .notFound(path: folder) }
        var scenarios: [(name: String, summary: String)] = []
        for file in files.sorted() where file.hasSuffix(".yaml") {
            let path = folder + "/" + file
            guard
                let data = try? Data(contentsOf: URL(filePath: path)), let text = String(validating: data, as: UTF8.self)
            else { throw .unreadable(path: path) }
            let root: YAMLNode?
            do {
                root = try YAMLNode(parsing: text)
            } catch {
                throw ScenarioError(error, file: path)
            }
            scenarios.append((String(file.dropLast(5)), root?["description"]?.text ?? ""))
        }
        return scenarios
    }
}

extension ScenarioError {
    fileprivate init(_ error: YAMLError, file: String) {
        let problem =
            switch error {
            case .syntax(_, let problem): problem
            case .duplicateKey, .tooManyAliases, .tooDeep: error.reason
            }
        self = .syntax(Place(file: file, line: error.mark.line, column: error.mark.column), problem: problem)
    }
}
