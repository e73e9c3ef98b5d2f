import SubdialDocuments

/// A value in a bar's JSON line, with escaped texts.
indirect enum BarField {
    case text(BarText)
    case texts([BarText])
    case integer(Int)
    case double(Double)
    case flag(Bool)
    case nothing
    case list([BarField])
    case object([(String, BarField)])

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.source)
        case .texts(let texts): .array(texts.map { .string($0.source) })
        case .integer(let number): .integer(Int64(number))
        case .double(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .nothing: .null
        case .list(let values): .array(values.map(\.json))
        case .object(let members): .object(members.map { JSONMember($0.0, $0.1.json) })
        }
    }
}

extension BarText {
    /// Returns a JSON object on one line, with the members in their order.
    static func json(_ members: KeyValuePairs<String, BarField>) -> BarText { json(members.map { ($0.key, $0.value) }) }

    /// Returns a JSON object on one line, with the members in their order.
    static func json(_ members: [(String, BarField)]) -> BarText {
        BarText(escaped: BarField.object(members).json.text())
    }
}

extension BarField {
    /// Creates the value of a field, with its texts escaped.
    init(_ value: FeedField.Value, _ escape: BarEscaping) {
        self =
            switch value {
            case .text(let text): .text(escape(text))
            case .integer(let number): .integer(number)
            case .double(let number): .double(number)
            case .flag(let flag): .flag(flag)
            case .nothing: .nothing
            case .list(let values): .list(values.map { BarField($0, escape) })
            case .object(let fields): .object(fields.map { ($0.name, BarField($0.value, escape)) })
            }
    }
}
