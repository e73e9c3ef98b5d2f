/// The reason why a scenario could not be read.
package enum ScenarioError: Error, Equatable, CustomStringConvertible {
    /// A position in a scenario file; lines and columns count from 1.
    package struct Place: Sendable, Equatable, CustomStringConvertible {
        /// The file name as given.
        package let file: String
        /// The line, from 1.
        package let line: Int
        /// The column in Unicode scalars, from 1.
        package let column: Int

        /// `file:line:column`.
        package var description: String { "\(file):\(line):\(column)" }
    }

    /// The file, or the folder to list, does not exist.
    case notFound(path: String)
    /// The file exists but cannot be read: because of its permissions, or because it is not UTF-8.
    case unreadable(path: String)
    /// The file is not YAML.
    case syntax(Place, problem: String)
    /// An unknown key; `nearest` is the most similar known one, if any is similar enough.
    case unknownKey(Place, key: String, of: String, nearest: String?)
    /// A required key is missing.
    case missingKey(Place, key: String, of: String)
    /// A value has the wrong type or is out of range.
    case wrongValue(Place, key: String, found: String, expected: String)
    /// A reference to something that does not exist: an undeclared zone, a missing picture.
    case unknownName(Place, kind: String, name: String, nearest: String?)

    /// The problem, its position and its remedy, on one line.
    package var description: String {
        switch self {
        case .notFound(let path):
            "\(path): no such file or folder"
        case .unreadable(let path):
            "\(path): cannot be read as UTF-8 text"
        case .syntax(let place, let problem):
            "\(place): not YAML: \(problem)"
        case .unknownKey(let place, let key, let owner, let nearest):
            "\(place): unknown key '\(key)' in \(owner)\(Self.hint(nearest))"
        case .missingKey(let place, let key, let owner):
            "\(place): \(owner) needs the key '\(key)'"
        case .wrongValue(let place, let key, let found, let expected):
            "\(place): '\(key)' is \(found), but must be \(expected)"
        case .unknownName(let place, let kind, let name, let nearest):
            "\(place): no \(kind) is called '\(name)'\(Self.hint(nearest))"
        }
    }

    private static func hint(_ nearest: String?) -> String {
        nearest.map { "; did you mean '\($0)'?" } ?? ""
    }
}
