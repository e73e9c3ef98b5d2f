import FoundationEssentials
import Timeline

/// The project that a preview shows, and the things outside of the server that an author may ask for.
public protocol PreviewSupplier: Sendable {
    /// Reads the project anew.
    func project() async -> PreviewProject

    /// The source of live entries.
    ///
    /// - Throws: Where there is none.
    func live() async throws -> WidgetSource

    /// The case that a suite would have for a picture.
    ///
    /// - Throws: ``ServeError`` for a look that no suite can have, and for a name that is taken or none.
    func snapshotCase(_ shown: PreviewShown) async throws -> PreviewCase

    /// Adds the case to the suite, and the entry beside it.
    ///
    /// - Returns: The case that was added, its files written.
    func addSnapshotCase(_ shown: PreviewShown) async throws -> PreviewCase

    /// The answer to a request that failed with an error of any stage.
    func failure(_ error: any Error) -> ServeError
}

/// A picture that a snapshot case is written for.
public struct PreviewShown: Sendable {
    /// The name of the case; nil to have one made.
    public var name: String?
    /// The words of the look that a suite has; nil for those that nobody chose.
    public var family: String, device: String, appearance: String, mode: String, theme: String, typeSize: String?, language: String?
    /// As those above.
    public var placement: String?, direction: String?, redaction: String?
    /// The direction and the text size that the look comes to.
    public var layoutDirection: String, shownTypeSize: String
    /// The zone in which dates are told.
    public var timeZone: String
    /// The colour of a tinted home screen or of a watch's face; nil for the system's own.
    public var tint: String?
    /// The pixels of a point.
    public var scale: Double
    /// The flags of the look, as the controls of the page have them.
    public var isNight: Bool, isLuminanceReduced: Bool, hidesBackground: Bool, isSquare: Bool
    /// The project as it was read last.
    public var project: PreviewProject
    /// The template file; nil for the kind's own.
    public var template: String?
    /// The entry that is shown.
    public var entry: Entry
    /// The moment that is shown.
    public var moment: Date
    /// The file of the entry; nil where it came from elsewhere.
    public var file: PreviewEntryFile?
    /// The folder that the entry's artwork is relative to.
    public var folder: String?
    /// The bytes of a cover that is no file; nil for none.
    public var cover: [UInt8]?
}

/// A snapshot case as it stands in a suite.
public struct PreviewCase: Sendable {
    /// The name.
    public var name: String
    /// The lines of the case.
    public var text: String
    /// The suite; nil where none was given.
    public var suite: String?
    /// The entry file that goes beside it; nil where the entry is a file already.
    public var entryFile: String?

    /// Makes a case.
    public init(name: String, text: String, suite: String?, entryFile: String?) {
        self.name = name
        self.text = text
        self.suite = suite
        self.entryFile = entryFile
    }
}
