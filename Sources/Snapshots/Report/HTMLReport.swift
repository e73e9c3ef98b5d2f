import Drawing
import FoundationEssentials
import JSON

/// A report as one page that needs nothing else: no network, no folder beside it.
///
/// All text goes into the page as data and is set as text by its script, so that no name can become a tag.
public enum HTMLReport {
    /// The page, with the pictures in it.
    ///
    /// - Parameters:
    ///   - report: What the page shows.
    ///   - picture: Gives the bytes of the picture at a path of the report; one that is not there is said to be missing.
    public static func text(_ report: SnapshotReport, picture: (String) -> [UInt8]?) throws(ReportError) -> String {
        var pictures: [JSONMember] = []
        var seen: Set<String> = []
        for path in report.cases.flatMap({ [$0.expected, $0.actual, $0.difference] }) {
            guard let path, seen.insert(path).inserted, let bytes = picture(path), let url = dataURL(bytes) else { continue }
            pictures.append(JSONMember(path, .string(url)))
        }
        let data = "{\"report\":\(try JSONReport.text(report)),\"pictures\":\(JSONValue.object(pictures).text())}"
        return filled([
            "title": escaped(report.suite),
            "style": String(decoding: PackageResources.report_css, as: UTF8.self),
            "script": String(decoding: PackageResources.report_js, as: UTF8.self),
            // Within quotes this is the same character, and outside of them there is none.
            "data": replaced(data, [UInt8(ascii: "<"): "\\u003c"]),
        ])
    }

    /// The page with each `{{name}}` replaced, once: what is put in is not looked at again.
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

    /// Nil for what is no picture that browsers show.
    private static func dataURL(_ bytes: [UInt8]) -> String? {
        let type: String? =
            switch ImageFormat.sniff(bytes) {
            case .png: "image/png"
            case .webp: "image/webp"
            case .jpeg: "image/jpeg"
            case .gif: "image/gif"
            case .svg: "image/svg+xml"
            case .unknown: nil
            }
        return type.map { "data:\($0);base64,\(Data(bytes).base64EncodedString())" }
    }

    private static func escaped(_ text: String) -> String {
        replaced(text, [UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;"])
    }

    /// Replaces bytes, not characters: what a browser takes for the begin of a tag may be joined with an accent into one character.
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
