import FoundationEssentials
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// Provides the project of a preview, its live entries and its snapshot suite.
package protocol PreviewSupplier: Sendable {
    /// Loads the project.
    func project() async -> PreviewProject

    /// The source of live entries.
    ///
    /// - Throws: An error if there is none.
    func live() async throws -> WidgetInputs

    /// The snapshot case for a picture, without writing it.
    ///
    /// - Throws: ``ServeError`` for a look that a suite cannot describe, and for a name that is taken or invalid.
    func snapshotCase(_ shown: RenderedPreview) async throws -> PreviewCase

    /// Adds the case to the suite, and writes the entry file next to it.
    ///
    /// - Returns: The added case.
    func addSnapshotCase(_ shown: RenderedPreview) async throws -> PreviewCase

    /// The HTTP error for an error of any stage.
    func failure(_ error: any Error) -> ServeError
}

/// A picture from which a snapshot case is written.
package struct RenderedPreview: Sendable {
    /// The name of the case; nil to generate one.
    package var name: String?
    /// The look, with the device, the theme and the time zones that were used.
    package var look: WidgetLook
    /// The effective text size.
    package var typeSize: TypeSize
    /// The effective layout direction.
    package var direction: LayoutDirection
    /// The effective scale, in pixels per point.
    package var scale: Double
    /// The project as last loaded.
    package var project: PreviewProject
    /// The template file; nil for the kind's own.
    package var template: String?
    /// The shown entry.
    package var entry: Entry
    /// The shown moment.
    package var moment: Date
    /// The file of the entry; nil if it has another origin.
    package var file: PreviewEntryFile?
    /// The folder to which the entry's artwork paths are relative.
    package var folder: String?
    /// The bytes of a cover that is not a file; nil for none.
    package var cover: [UInt8]?
}

/// A snapshot case in the form of a suite.
package struct PreviewCase: Sendable {
    /// The name of the case.
    package var name: String
    /// The YAML lines of the case.
    package var text: String
    /// The path of the suite; nil if none was given.
    package var suite: String?
    /// The path of the entry file that is written; nil if the entry is a file already.
    package var entryFile: String?

    /// Makes a case.
    package init(name: String, text: String, suite: String?, entryFile: String?) {
        self.name = name
        self.text = text
        self.suite = suite
        self.entryFile = entryFile
    }
}
