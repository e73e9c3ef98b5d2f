import SubdialEngine
import SubdialExpressions
import SubdialFeeds

/// Provides the widgets of a server and the inputs of their pictures.
package protocol WidgetSupplier: Sendable {
    /// The widgets of the page, in display order.
    func listed() async throws -> [ListedWidget]

    /// The inputs of a widget's pictures.
    ///
    /// - Parameters:
    ///   - kind: The kind as written in the URL: `NAME`, or `NAME:INSTANCE`.
    ///   - subject: The id or name of the subject; nil for the default one.
    /// - Throws: An error if the kind, the instance or the choice of subjects does not exist.
    func inputs(ofKind kind: String, subject: String?) async throws -> WidgetInputs

    /// The configured displays that fetch pictures.
    func displays() async throws -> DisplayPlan

    /// The files that players have announced in messages, the most urgent first.
    func announcedFiles() async -> [AnnouncedFile]

    /// The HTTP error for an error of any stage.
    func failure(_ error: any Error) -> ServeError
}

/// A widget of the page.
package struct ListedWidget: Hashable, Sendable {
    /// The kind as written in the URL: `NAME`, or `NAME:INSTANCE`.
    package var kind: String
    /// The display name.
    package var title: String
    /// The families for which the kind has a template.
    package var families: [String]
    /// The parts of a live activity for which the kind has a template.
    package var presentations: [String]
    /// The subjects to choose from; empty if there is no choice.
    package var subjects: [FeedZone]

    /// Makes a widget of the page.
    package init(kind: String, title: String, families: [String], presentations: [String] = [], subjects: [FeedZone] = []) {
        self.kind = kind
        self.title = title
        self.families = families
        self.presentations = presentations
        self.subjects = subjects
    }
}
