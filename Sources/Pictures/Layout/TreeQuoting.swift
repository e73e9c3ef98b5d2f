import SubdialBasics

/// The form of a text in the texts of trees and of layouts: on one line, so that no text can look like a node.
extension String {
    /// The text in quotation marks, with escapes for quotation marks, backslashes, line breaks, control characters and changes of direction.
    package var quoted: String { unicodeScalars.reduce(into: "\"") { $0 += $1.escapedInTree } + "\"" }

    /// A name, in quotation marks only if it could be mistaken for something else on the line.
    package var quotedIfNeeded: String {
        let isPlain = !isEmpty && !unicodeScalars.contains { $0.isUnsafeInLine || "\"\\ {},()#".unicodeScalars.contains($0) }
        return isPlain ? self : quoted
    }

    /// The text that ``quoted`` has written; nil for anything else.
    package init?(quoted: some StringProtocol) {
        var rest = Substring(quoted).unicodeScalars
        guard rest.popFirst() == "\"", rest.popLast() == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar != "\"", !scalar.isUnsafeInLine else { return nil }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "\"": text.append("\"")
            case "\\": text.append("\\")
            case "n": text.append("\n")
            case "u":
                guard let end = rest.firstIndex(of: "}"), rest.popFirst() == "{",
                    let value = UInt32(String(rest[..<end]), radix: 16), let escaped = Unicode.Scalar(value)
                else { return nil }
                text.append(escaped)
                rest = rest[rest.index(after: end)...]
            default: return nil
            }
        }
        self.init(text)
    }
}

extension Unicode.Scalar {
    /// The scalar in a quoted text.
    package var escapedInTree: String {
        switch self {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case _ where isUnsafeInLine: "\\u{\(String(value, radix: 16))}"
        default: String(self)
        }
    }
}
