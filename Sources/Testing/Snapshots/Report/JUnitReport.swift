import SubdialBasics
import SubdialExpressions

/// Writes a report as JUnit XML, for CI servers.
package enum JUnitReport {
    /// The XML.
    ///
    /// A case without a reference is a failure, a case that could not be drawn is an error, and a reference without a case is skipped. A
    /// recorded or updated case is passed.
    package static func text(_ report: SnapshotReport) -> String {
        let failures = report.count(of: .failed) + report.count(of: .missing)
        let totals: [(String, String)] = [
            ("name", report.suite), ("tests", "\(report.cases.count)"), ("failures", "\(failures)"),
            ("errors", "\(report.count(of: .error))"), ("time", seconds(report.duration)),
        ]
        // Only attributes of the Jenkins schema: it refuses a file with any other attribute.
        let skipped = ("skipped", "\(report.count(of: .obsolete))")
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", open("testsuites", totals)]
        lines.append("  " + open("testsuite", totals + [skipped, ("timestamp", timestamp(report.date))]))
        lines.append("    <properties>")
        lines.append("      " + empty("property", [("name", "platform"), ("value", report.platform)]))
        lines.append("    </properties>")
        lines += report.cases.flatMap { testCase($0, suite: report.suite) }
        if !report.warnings.isEmpty {
            lines.append("    <system-err>\(escaped(report.warnings.joined(separator: "\n")))</system-err>")
        }
        return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private static func testCase(_ item: SnapshotCase, suite: String) -> [String] {
        let group = item.group.isEmpty ? suite : item.group
        let attributes = [("classname", group), ("name", item.id), ("time", seconds(item.duration))]
        guard let content = content(item) else { return ["    " + empty("testcase", attributes)] }
        return ["    " + open("testcase", attributes), "      " + content, "    </testcase>"]
    }

    /// The date without its time zone suffix; the zone is UTC.
    private static func timestamp(_ date: String) -> String { date.hasSuffix("Z") ? String(date.dropLast()) : date }

    private static func content(_ item: SnapshotCase) -> String? {
        let place = item.status == .passed ? nil : item.place.map { "\($0.file)\($0.line.map { ":\($0)" } ?? "")" }
        let details = escaped(([item.details, place ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n"))
        let message = [("message", item.message)]
        switch item.status {
        case .failed: return open("failure", message + [("type", "difference")]) + details + "</failure>"
        case .missing: return open("failure", message + [("type", "missing")]) + details + "</failure>"
        case .error: return open("error", message) + details + "</error>"
        case .obsolete: return empty("skipped", message)
        case .passed, .new, .updated: return details.isEmpty ? nil : "<system-out>\(details)</system-out>"
        }
    }

    private static func open(_ name: String, _ attributes: [(String, String)]) -> String {
        "<" + tag(name, attributes) + ">"
    }

    private static func empty(_ name: String, _ attributes: [(String, String)]) -> String {
        "<" + tag(name, attributes) + "/>"
    }

    private static func tag(_ name: String, _ attributes: [(String, String)]) -> String {
        name + attributes.map { " \($0.0)=\"\(escaped($0.1, isAttribute: true))\"" }.joined()
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Double) -> String {
        guard duration > 0, duration < 1e9 else { return "0.000" }
        let thousandths = Int(saturating: (duration * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// Escapes XML; invalid characters are removed, and line feeds and tabs of an attribute become character references.
    private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
        text.unicodeScalars.reduce(into: "") { output, scalar in
            switch scalar {
            case "\n" where isAttribute: output += "&#10;"
            case "\t" where isAttribute: output += "&#9;"
            case "\r": output += "&#13;"
            // Only an attribute ends at quotation marks, and its own are double.
            case "'": output.unicodeScalars.append(scalar)
            case "\"" where !isAttribute: output.unicodeScalars.append(scalar)
            default:
                if let replacement = scalar.markupReplacement { output += replacement } else { output.unicodeScalars.append(scalar) }
            }
        }
    }
}
