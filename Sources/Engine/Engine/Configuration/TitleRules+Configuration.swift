import Logging
import SubdialDocuments
import SubdialGLib
import SubdialPlayback

extension TitleRules {
    /// Parses a value such as `{ strip: ['\s*\(Official Video\)', '^\(\d+\) '] }`.
    static func reading(_ node: SettingsNode) -> TitleRules {
        var patterns: [(source: String, pattern: TextPattern)] = []
        node.forEach(of: ["strip"], like: "strip: ['\\(Official Video\\)']") { (member) throws(SettingsProblem) in
            let elements = member.value.elements
            guard elements.count <= maximumPatterns else {
                throw member.value.error("titles: strip takes at most \(maximumPatterns) patterns, not \(elements.count)")
            }
            for element in elements {
                let source = try element.text()
                do throws(TextPattern.Refusal) {
                    patterns.append((source, try TextPattern(source)))
                } catch {
                    throw element.error("titles: strip: '\(source)' is no pattern: \(error)")
                }
            }
        }
        guard !patterns.isEmpty else { return .none }
        let logger = Logger(label: "subdial.titles")
        return TitleRules(patterns) { logger.warning("\($0)") }
    }
}
