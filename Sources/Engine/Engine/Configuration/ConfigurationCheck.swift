import FoundationEssentials
import SubdialDocuments

/// The problems of a configuration file, and the values that other modules must validate.
package struct ConfigurationCheck {
    /// The problems in the file's order, including warnings.
    package private(set) var problems: [SettingsProblem]
    /// True if the file exists.
    package let isThere: Bool
    private let path: String
    private let file: ConfigurationFile

    /// Reads the file at `path`.
    package init(path: String) {
        self.path = path
        let data = FileManager.default.contents(atPath: path)
        isThere = data != nil
        file = ConfigurationFile(checking: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
        problems = file.problems
        if let templates = file.templates {
            var isFolder = false
            if !FileManager.default.fileExists(atPath: templates, isDirectory: &isFolder) {
                _ = add("there is no folder '\(templates)'", to: "templates")
            } else if !isFolder {
                _ = add("'\(templates)' is no folder", to: "templates")
            }
        }
    }

    /// The theme's name; nil if not set.
    package var theme: String? { file.theme }

    /// The folder of the user's own templates; nil if not set.
    package var templates: String? { file.templates }

    /// Adds a problem with the value of a key.
    ///
    /// - Returns: False if the file does not have the key.
    package mutating func add(_ message: String, to key: String) -> Bool {
        guard let value = file.values[key] else { return false }
        problems.append(value.error("\(key): \(message)"))
        problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        return true
    }

    /// The problems, one line each.
    package var text: String { problems.map { $0.text(in: path) + "\n" }.joined() }
}
