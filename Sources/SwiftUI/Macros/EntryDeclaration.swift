/// Why a declaration is no entry.
struct EntryError: Error {
    var message: String
}

/// A property with `@Entry`: its name and its default value, as they stand in the source.
struct EntryDeclaration {
    /// The name, in backticks if the source has them.
    let name: String
    /// The default value's source; nil without one.
    let value: String?

    /// Reads the source of a declaration, with its attributes and comments.
    init(_ source: String) throws(EntryError) {
        let tokens = SwiftTokens.tokens(of: source)
        guard
            let keyword = tokens.firstIndex(where: { $0.depth == 0 && ["var", "let", "func", "struct", "class", "enum"].contains($0.text) }
            ),
            tokens[keyword].text == "var", tokens.indices.contains(keyword + 1)
        else { throw EntryError(message: "'@Entry' can only be attached to a 'var' declaration") }
        name = String(tokens[keyword + 1].text)
        let rest = tokens[(keyword + 2)...].filter { $0.depth == 0 }
        let sign = rest.firstIndex { $0.text == "=" || $0.text == "{" || $0.text == "," }
        switch sign.map({ rest[$0].text }) {
        case "=": value = sign.map { String(source[rest[$0].text.endIndex...]) }
        case "{": throw EntryError(message: "'@Entry' cannot be attached to a computed property")
        default:
            // Without a value, it is nil, which the compiler refuses if the type is no optional.
            value = nil
        }
    }

    /// The type that identifies the entry.
    private var keyName: String { "__Key_\(name.filter { $0 != "`" })" }

    /// The code of the property: the macro's accessors.
    ///
    /// The value has lines for itself, because it can end with a comment.
    var accessors: String {
        """
        {
            get {
                self[
                    _entry: \(keyName).self,
                    default:
                        \(value ?? "nil")
                ]
            }
            set {
                _setEntry(\(keyName).self, newValue)
            }
        }
        """
    }

    /// The declaration beside the property: the macro's peer.
    var key: String { "private enum \(keyName) {}" }
}
