/// Why a scenario could not be read.
public enum ScenarioError: Error, Equatable, CustomStringConvertible {
    /// A place in a scenario file; lines and columns count from 1.
    public struct Place: Sendable, Equatable, CustomStringConvertible {
        /// The file, as it was named.
        public let file: String
        /// The line.
        public let line: Int
        /// The column, counted in Unicode scalars.
        public let column: Int

        /// `file:line:column`.
        public var description: String { "\(file):\(line):\(column)" }
    }

    /// No file at the path, or no folder where a folder was to be listed.
    case notFound(path: String)
    /// The file is there but cannot be read: permissions, or not UTF-8.
    case unreadable(path: String)
    /// The file is not YAML.
    case syntax(Place, problem: String)
    /// A key that nothing knows; `nearest` is the known one most like it, if any is.
    case unknownKey(Place, key: String, of: String, nearest: String?)
    /// A key that must be there.
    case missingKey(Place, key: String, of: String)
    /// A value of the wrong kind or out of range.
    case wrongValue(Place, key: String, found: String, expected: String)
    /// A name that stands for nothing: a zone that is not declared, a picture that does not exist.
    case unknownName(Place, kind: String, name: String, nearest: String?)

    /// What is wrong, where, and what to do, in one line.
    public var description: String {
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
