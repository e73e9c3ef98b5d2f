import Engine
import Expressions
import Feeds

/// The widgets that a server shows, and where their entries come from.
public protocol WidgetSupplier: Sendable {
    /// The widgets that the page shows, in their order.
    func listed() async throws -> [ListedWidget]

    /// The source of a widget's entries.
    ///
    /// - Parameters:
    ///   - kind: The kind as an address has it: `NAME`, or `NAME:INSTANCE`.
    ///   - subject: The id or name of what is shown; nil for the standard one.
    /// - Throws: Where there is no such kind, instance or choice of subjects.
    func source(ofKind kind: String, subject: String?) async throws -> WidgetSource

    /// The displays that fetch their pictures.
    func displays() async throws -> DisplayPlan

    /// The answer to a request that failed with an error of any stage.
    func failure(_ error: any Error) -> ServeError
}

/// A widget of the page.
public struct ListedWidget: Hashable, Sendable {
    /// The kind as an address has it: `NAME`, or `NAME:INSTANCE`.
    public var kind: String
    /// The name that people read.
    public var title: String
    /// The families that it has a template for.
    public var families: [String]
    /// The subjects to choose from; none where there is no choice.
    public var subjects: [FeedZone]

    /// Makes a widget of the page.
    public init(kind: String, title: String, families: [String], subjects: [FeedZone] = []) {
        self.kind = kind
        self.title = title
        self.families = families
        self.subjects = subjects
    }
}

/// The source of a widget's entries, with what else its pictures depend on.
public struct WidgetSource: Sendable {
    /// The folder of templates.
    public var kind: String
    /// The name that people read.
    public var title: String
    /// Where entries come from.
    public var entries: any EntrySource
    /// The folder that the artwork of entries is relative to; nil for none.
    public var folder: String?
    /// The zones in which dates are told.
    public var timeZones: TimeZones
    /// The theme where an address names none.
    public var theme: String

    /// Makes a source.
    public init(
        kind: String, title: String, entries: any EntrySource, folder: String? = nil, timeZones: TimeZones, theme: String = "default"
    ) {
        self.kind = kind
        self.title = title
        self.entries = entries
        self.folder = folder
        self.timeZones = timeZones
        self.theme = theme
    }
}
