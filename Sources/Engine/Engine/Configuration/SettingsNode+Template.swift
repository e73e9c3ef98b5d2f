import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialPlayback

extension SettingsNode {
    /// Parses a text of the expression language, so that errors are reported with their position in the file.
    ///
    /// - Returns: The unchanged text.
    func template() throws(SettingsProblem) -> String {
        let text = try textOrNothing()
        do {
            let template = try TextTemplate(text)
            for error in template.unknownEscapes { warn("\(name), \(error)") }
            for warning in FeedSettings.warnings(of: [template], .nowPlaying) { warn("\(name): \(warning)") }
        } catch {
            throw self.error("\(name), \(error)")
        }
        return text
    }
}
