/// A display that fetches its pictures, from the configuration.
package struct DisplaySettings: Hashable, Sendable {
    /// A widget that the display shows.
    package struct Screen: Hashable, Sendable {
        /// The kind: `NAME`, or `NAME:INSTANCE`.
        package var kind: String
        /// The id or name of the subject; nil for the default one.
        package var subject: String?
        /// The theme; nil for the configured one.
        package var theme: String?

        /// Makes a screen.
        package init(kind: String, subject: String? = nil, theme: String? = nil) {
            self.kind = kind
            self.subject = subject
            self.theme = theme
        }
    }

    /// The id that the display sends, in upper case: a MAC address.
    package var id: String
    /// The display name.
    package var name: String
    /// The key of a display that was set up by hand; nil for the key that this server issues.
    package var key: String?
    /// The id of its panel in the device catalog; nil to use what the display reports.
    package var device: String?
    /// The widgets that it shows in rotation, by relevance; at least one.
    package var screens: [Screen]
    /// The rules for its wake times.
    package var refresh: RefreshRules

    /// Makes the settings of a display.
    package init(
        id: String, name: String, key: String? = nil, device: String? = nil, screens: [Screen], refresh: RefreshRules = RefreshRules()
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.device = device
        self.screens = screens
        self.refresh = refresh
    }
}
