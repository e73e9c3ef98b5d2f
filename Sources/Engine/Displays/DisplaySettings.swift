/// A display that fetches its pictures, from the configuration.
public struct DisplaySettings: Hashable, Sendable {
    /// A widget that the display shows.
    public struct Screen: Hashable, Sendable {
        /// The kind: `NAME`, or `NAME:INSTANCE`.
        public var kind: String
        /// The id or name of the subject; nil for the default one.
        public var subject: String?
        /// The theme; nil for the configured one.
        public var theme: String?

        /// Makes a screen.
        public init(kind: String, subject: String? = nil, theme: String? = nil) {
            self.kind = kind
            self.subject = subject
            self.theme = theme
        }
    }

    /// The id that the display sends, in upper case: a MAC address.
    public var id: String
    /// The display name.
    public var name: String
    /// The key of a display that was set up by hand; nil for the key that this server issues.
    public var key: String?
    /// The id of its panel in the device catalog; nil to use what the display reports.
    public var device: String?
    /// The widgets that it shows in rotation, by relevance; at least one.
    public var screens: [Screen]
    /// The rules for its wake times.
    public var refresh: RefreshRules

    /// Makes the settings of a display.
    public init(
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
