import JSON

/// A value in a bar's JSON line; its texts are in the bar's language.
indirect enum BarField {
    case text(BarText)
    case texts([BarText])
    case integer(Int)
    case double(Double)
    case flag(Bool)
    case nothing
    case object(KeyValuePairs<StaticString, BarField>)

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.source)
        case .texts(let texts): .array(texts.map { .string($0.source) })
        case .integer(let number): .integer(Int64(number))
        case .double(let number): .double(number)
        case .flag(let flag): .bool(flag)
        case .nothing: .null
        case .object(let members): .object(members.map { JSONMember("\($0.key)", $0.value.json) })
        }
    }
}

extension BarText {
    /// A JSON object on one line; the members keep their order.
    static func json(_ members: KeyValuePairs<StaticString, BarField>) -> BarText {
        BarText(escaped: BarField.object(members).json.text())
    }
}
