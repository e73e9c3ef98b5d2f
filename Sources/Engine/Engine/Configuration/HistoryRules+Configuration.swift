import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

extension HistoryRules {
    /// Parses `false`, `true`, or `{ keep: 365, private: [Bedroom], listenBrainz: ~/.config/subdial/listenbrainz-token }`.
    ///
    /// - Returns: nil for `false`.
    static func reading(_ node: SettingsNode) throws(SettingsProblem) -> HistoryRules? {
        if !node.isMap { return try node.flag() ? HistoryRules() : nil }
        var rules = HistoryRules()
        node.forEach(of: ["keep", "private", "listenBrainz"], like: "keep: 365") { (member) throws(SettingsProblem) in
            switch member.name {
            case "keep":
                guard let days = Double(try member.value.text()), (1...36_500).contains(days) else {
                    throw member.value.error("keep takes days, from 1 to 36500")
                }
                rules.keptDays = days
            case "private":
                for value in member.value.elements { rules.privateZones.append(try value.text()) }
            default: rules.listenBrainz = try ListenBrainzAccount.reading(member.value)
            }
        }
        return rules
    }
}

extension ListenBrainzAccount {
    /// Parses the path of a token file, or `{ tokenFile: PATH, url: https://… }`.
    fileprivate static func reading(_ node: SettingsNode) throws(SettingsProblem) -> ListenBrainzAccount {
        if !node.isMap { return ListenBrainzAccount(tokenFile: try path(node)) }
        var (file, url) = ("", usualURL)
        node.forEach(of: ["tokenFile", "url"], like: "tokenFile: ~/.config/subdial/listenbrainz-token") {
            (member) throws(SettingsProblem) in
            if member.name == "tokenFile" {
                file = try path(member.value)
                return
            }
            url = try member.value.text()
            while url.hasSuffix("/") { url.removeLast() }
            do { _ = try WebURL(parsing: url) } catch { throw member.value.error("url: \(error)") }
        }
        guard !file.isEmpty else { throw node.error("listenBrainz needs a 'tokenFile', whose first line is the token") }
        return ListenBrainzAccount(url: url, tokenFile: file)
    }

    /// Parses the path of a token file; a token itself is refused, because configurations are shown and shared.
    private static func path(_ node: SettingsNode) throws(SettingsProblem) -> String {
        let text = try node.text()
        guard text.hasPrefix("/") || text.hasPrefix("~/") else {
            throw node.error("listenBrainz takes the path of a file whose first line is the token, from / or ~/")
        }
        return text
    }
}
