import Expressions
import Feeds
import NowPlaying
import Settings

extension SettingsNode {
    /// A text in the expression language, which is parsed here to tell what is wrong where it stands.
    func template() throws(SettingsProblem) -> String {
        let text = try textOrNothing()
        do {
            let template = try TextTemplate(text)
            for warning in FeedOptions.warnings(of: [template], .nowPlaying) { warn("\(name): \(warning)") }
        } catch {
            throw self.error("\(name), \(error)")
        }
        return text
    }
}
