import FoundationEssentials
import SubdialDocuments

extension SettingsNode {
    /// The value with its type: unquoted numbers, `true` and `false` are converted, everything else is text.
    ///
    /// `on` and `007` are texts, as is everything in quotes.
    package var value: Value { Value(node) }
}

extension Value {
    fileprivate init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text, .plain): self = Self.plain(text)
        case .scalar(let text, _): self = .string(text)
        case .sequence(let sequence): self = .list(sequence.map { Value($0) })
        case .mapping(let mapping):
            self = .map(Dictionary(mapping.map { ($0.key.text ?? "", Value($0.value)) }) { first, _ in first })
        }
    }

    private static func plain(_ text: String) -> Value {
        switch text {
        case "", "~", "null": return .missing
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: break
        }
        let digits = text.drop { $0 == "-" }
        let hasLeadingZero = digits.count > 1 && digits.first == "0" && digits.dropFirst().first != "."
        if !hasLeadingZero, let first = digits.first, first.isASCII, first.isNumber {
            if let integer = Int64(text) { return .integer(integer) }
            if let number = Double(text), number.isFinite { return .double(number) }
        }
        return .string(text)
    }
}
