extension JSONValue {
    /// The value as JSON on one line, or indented by two spaces a level.
    public func text(indented: Bool = false) -> String {
        var output = ""
        write(to: &output, indent: indented ? 0 : nil)
        return output
    }

    private func write(to output: inout String, indent: Int?) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .integer(let value): output += String(value)
        // JSON has no infinity and no NaN.
        case .double(let value): output += value.isFinite ? "\(value)" : "null"
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            Self.writeList(elements, brackets: ("[", "]"), indent: indent, to: &output) { element, output, indent in
                element.write(to: &output, indent: indent)
            }
        case .object(let members):
            Self.writeList(members, brackets: ("{", "}"), indent: indent, to: &output) { member, output, indent in
                Self.write(member.key, to: &output)
                output += indent == nil ? ":" : ": "
                member.value.write(to: &output, indent: indent)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element], brackets: (String, String), indent: Int?, to output: inout String,
        each: (Element, inout String, Int?) -> Void
    ) {
        output += brackets.0
        let inner = indent.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { output += "," }
            if let inner { output += "\n" + String(repeating: " ", count: inner) }
            each(element, &output, inner)
        }
        if let indent, !elements.isEmpty { output += "\n" + String(repeating: " ", count: indent) }
        output += brackets.1
    }

    /// Appends `text` as a JSON string in quotes.
    ///
    /// Control characters are escaped; everything else stays as it is.
    public static func write(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
