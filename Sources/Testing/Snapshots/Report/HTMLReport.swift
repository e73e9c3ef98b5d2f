import SubdialBasics
import SubdialExpressions

/// Writes a report as an HTML page, which loads only the picture files of the report, and each only when it becomes visible.
///
/// All text is embedded as data and set as text by a script, so that no name can become a tag.
package enum HTMLReport {
    /// The page; it must be in the folder to which the report's picture paths are relative.
    package static func text(_ report: SnapshotReport) throws(ReportError) -> String {
        let data = try JSONReport.text(report, isIndented: false)
        return filled([
            "title": report.suite.markupEscaped,
            "style": String(decoding: PackageResources.report_css, as: UTF8.self),
            "script": String(decoding: PackageResources.report_js, as: UTF8.self),
            // Inside JSON strings the escape is the same character, and outside of strings `<` does not occur.
            "data": replaced(data, [UInt8(ascii: "<"): "\\u003c"]),
        ])
    }

    /// The page with each `{{name}}` replaced once; inserted text is not searched again.
    private static func filled(_ values: [String: String]) -> String {
        var rest = Substring(String(decoding: PackageResources.report_html, as: UTF8.self))
        var output = ""
        while let begin = rest.firstRange(of: "{{"), let end = rest[begin.upperBound...].firstRange(of: "}}") {
            output += rest[..<begin.lowerBound]
            output += values[String(rest[begin.upperBound..<end.lowerBound])] ?? ""
            rest = rest[end.upperBound...]
        }
        return output + rest
    }

    /// Replaces bytes, not characters: a combining accent can merge with a delimiter into one character, but a browser still sees the
    /// delimiter.
    private static func replaced(_ text: String, _ replacements: [UInt8: StaticString]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte < 0x40, let replacement = replacements[byte] {
                replacement.withUTF8Buffer { output += $0 }
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
