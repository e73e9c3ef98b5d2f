/// The reason why a text cannot be read as YAML.
package enum YAMLError: Error, Equatable {
    /// The text breaks the grammar. The problem is libyaml's own description, in lower case and without a position.
    case syntax(YAMLMark, problem: String)
    /// A mapping has a key twice. The position is that of the second one.
    case duplicateKey(YAMLMark, key: String)
    /// The document uses more than ``YAMLNode/maximumAliases`` aliases. The position is that of the first one too many.
    case tooManyAliases(YAMLMark)
    /// Values are nested deeper than ``YAMLNode/maximumDepth``. The position is that of the first one too deep.
    case tooDeep(YAMLMark)

    /// The position of the fault.
    package var mark: YAMLMark {
        switch self {
        case .syntax(let mark, _), .duplicateKey(let mark, _), .tooManyAliases(let mark), .tooDeep(let mark): mark
        }
    }

    /// The reason in one line, without the position.
    package var reason: String {
        switch self {
        case .syntax(_, let problem): "this is not YAML: \(problem)"
        case .duplicateKey(_, let key): "the key '\(key)' stands here twice"
        case .tooManyAliases: "a file may use \(YAMLNode.maximumAliases) aliases, and this one uses more"
        case .tooDeep: "values may be nested \(YAMLNode.maximumDepth) levels deep, and these are nested deeper"
        }
    }
}
