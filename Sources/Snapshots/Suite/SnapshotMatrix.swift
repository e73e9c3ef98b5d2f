/// In which looks each case is drawn: every combination of these words.
public struct SnapshotMatrix: Hashable, Sendable {
    /// Families; nil for the one that the template's file is named for, or all that a kind has.
    public var families: [String]?
    /// Devices; nil for the one that a family is usually drawn on.
    public var devices: [String]?
    /// `dark`, `light`.
    public var appearances: [String]
    /// `fullColor`, `accented`, `vibrant`.
    public var modes: [String]
    /// Names of themes.
    public var themes: [String]
    /// Text sizes; nil for the device's own.
    public var typeSizes: [String]?
    /// Languages; nil for English.
    public var languages: [String]?

    /// `standard`, `standBy`, `smartStack`; nil for the first.
    public var placements: [String]?
    /// `leftToRight`, `rightToLeft`; nil for that of the language.
    public var directions: [String]?
    /// `none`, `placeholder`, `privacy`; nil for the first.
    public var redactions: [String]?

    /// The looks that are drawn where nothing else is said.
    public static let standard = SnapshotMatrix(appearances: ["dark", "light"], modes: ["fullColor"], themes: ["default"])

    /// Makes a matrix.
    public init(
        families: [String]? = nil, devices: [String]? = nil, appearances: [String], modes: [String], themes: [String],
        typeSizes: [String]? = nil, languages: [String]? = nil, placements: [String]? = nil, directions: [String]? = nil,
        redactions: [String]? = nil
    ) {
        self.families = families
        self.devices = devices
        self.appearances = appearances
        self.modes = modes
        self.themes = themes
        self.typeSizes = typeSizes
        self.languages = languages
        self.placements = placements
        self.directions = directions
        self.redactions = redactions
    }
}
