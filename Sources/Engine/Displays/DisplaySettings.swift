/// A display that fetches its pictures, as the configuration has it.
public struct DisplaySettings: Hashable, Sendable {
    /// A widget that the display shows.
    public struct Screen: Hashable, Sendable {
        /// The kind: `NAME`, or `NAME:INSTANCE`.
        public var kind: String
        /// The id or name of what is shown; nil for the standard one.
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
    /// The name that people know it by.
    public var name: String
    /// The key that it shows where it was set up by hand; nil for the one that this server gives it.
    public var key: String?
    /// The id of its panel among the devices; nil for what it tells of itself.
    public var device: String?
    /// The widgets that it shows in turn, the more relevant first; at least one.
    public var screens: [Screen]
    /// When it wakes.
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
