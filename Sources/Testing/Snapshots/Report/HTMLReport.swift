import FoundationEssentials
import SubdialBasics
import SubdialCPages
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
            "style": text(of: subdial_report_css()),
            "script": text(of: subdial_report_js()),
            // Inside JSON strings the escape is the same character, and outside of strings `<` does not occur.
            "data": replaced(data, [UInt8(ascii: "<"): "\\u003c"]),
        ])
    }

    private static func text(of file: SubdialFile) -> String {
        String(decoding: UnsafeBufferPointer(start: file.start, count: file.count), as: UTF8.self)
    }

    /// The page with each `{{name}}` replaced once; inserted text is not searched again.
    private static func filled(_ values: [String: String]) -> String {
        var rest = Substring(text(of: subdial_report_html()))
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

/// Writes and reads a report as JSON.
package enum JSONReport {
    /// The report with sorted keys: equal reports have equal texts.
    ///
    /// - Parameter isIndented: True for human readers; otherwise the text is on one line, and a third shorter.
    /// - Throws: `unwritable` if a number is infinite or NaN.
    package static func text(_ report: SnapshotReport, isIndented: Bool = true) throws(ReportError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting =
            isIndented ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// Parses the output of ``text(_:)``.
    ///
    /// - Throws: `unreadable` for any other input.
    package static func report(_ bytes: [UInt8]) throws(ReportError) -> SnapshotReport {
        do {
            return try JSONDecoder().decode(SnapshotReport.self, from: Data(bytes))
        } catch {
            throw .unreadable("\(error)".oneLine(limit: 400))
        }
    }
}

/// The error of a report that cannot be read or written.
package enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a valid report, with the reason.
    case unreadable(String)
    /// The text is not a valid record of a run.
    case noRecord
    /// An entry of a report or a record breaks a rule.
    case refused(entry: String, reason: String)
    /// A number cannot be represented in JSON.
    case unwritable(String)

    /// The problem and the remedy.
    package var description: String {
        switch self {
        case .unreadable(let reason): "this is not a snapshot report: \(reason); write it anew by running the suite"
        case .noRecord: "this is no record of a run; run 'subdial snapshot check' again"
        case .refused(let entry, let reason): "\(entry): \(reason); nothing of it is used; run 'subdial snapshot check' again"
        case .unwritable(let reason): "the report cannot be written as JSON: \(reason)"
        }
    }
}
