/// The looks in which each case is drawn: every combination of these values.
package struct SnapshotMatrix: Hashable, Sendable {
    /// Families; nil for the family in the template's file name, or for all families of a kind.
    package var families: [String]?
    /// Devices; nil for the default device of a family.
    package var devices: [String]?
    /// Appearances: `dark`, `light`.
    package var appearances: [String]
    /// Rendering modes: `fullColor`, `accented`, `vibrant`.
    package var modes: [String]
    /// Names of themes.
    package var themes: [String]
    /// Text sizes; nil for the device's own.
    package var typeSizes: [String]?
    /// Languages; nil for English.
    package var languages: [String]?

    /// Placements: `standard`, `standBy`, `smartStack`; nil for `standard`.
    package var placements: [String]?
    /// Layout directions: `leftToRight`, `rightToLeft`; nil for that of the language.
    package var directions: [String]?
    /// Redactions: `none`, `placeholder`, `privacy`; nil for `none`.
    package var redactions: [String]?

    /// Time zones such as `Europe/Berlin`; nil for UTC.
    package var timeZones: [String]?
    /// Tint colours such as `#FF9500`, and `none`; nil for the system's default.
    package var tints: [String]?
    /// Paths of backdrop pictures, relative to the suite, and `none`; nil for none.
    package var backdrops: [String]?
    /// True for StandBy at night; nil for false.
    package var night: [Bool]?
    /// True for an Always-On display; nil for false.
    package var reducedLuminance: [Bool]?
    /// True to omit the widget's own background; nil for false.
    package var noBackground: [Bool]?
    /// Scales in pixels per point; nil for the device's own.
    package var scales: [Double]?
    /// True for square corners; nil for false.
    package var square: [Bool]?
    /// Panel options, with nil items for all colours; nil for all colours only.
    package var panels: [SnapshotPanel?]?
    /// Shown moments, in seconds after the start; nil for the start.
    package var moments: [Double]?
    /// True for a frame of an animation; nil for false.
    package var animated: [Bool]?

    /// The default looks.
    package static let standard = SnapshotMatrix(appearances: ["dark", "light"], modes: ["fullColor"], themes: ["default"])

    /// Makes a matrix.
    package init(
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

    /// Every combination of the detail values.
    var details: [LookDetails] {
        func tried<Value>(_ all: [LookDetails], _ path: WritableKeyPath<LookDetails, Value>, _ values: [Value]?) -> [LookDetails] {
            guard let values else { return all }
            return all.flatMap { details in
                values.map { value in
                    var details = details
                    details[keyPath: path] = value
                    return details
                }
            }
        }
        func named(_ words: [String]?) -> [String?]? { words?.map { $0 == LookDetails.none ? nil : $0 } }
        var all = tried([LookDetails()], \.timeZone, timeZones?.map(Optional.some))
        all = tried(all, \.tint, named(tints))
        all = tried(all, \.backdrop, named(backdrops))
        all = tried(all, \.isNight, night)
        all = tried(all, \.isLuminanceReduced, reducedLuminance)
        all = tried(all, \.hidesBackground, noBackground)
        all = tried(all, \.scale, scales?.map(Optional.some))
        all = tried(all, \.isSquare, square)
        all = tried(all, \.panel, panels)
        all = tried(all, \.moment, moments)
        return tried(all, \.isAnimated, animated)
    }
}
