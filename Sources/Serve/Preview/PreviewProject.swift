import Expressions
import Timeline
import Widgets

/// The previewed templates and the choices for their look; loaded again after each change of a file.
public struct PreviewProject: Sendable {
    /// The templates of a project.
    public enum Target: Hashable, Sendable {
        /// The templates of a kind in the template folders.
        case kind(String)
        /// The templates of a kind in a separate folder.
        case folder(String)
        /// A single template file.
        case template(String)
    }

    /// The display name.
    public var title: String
    /// The templates.
    public var target: Target
    /// The schema of the entries; nil if the kind's file is invalid.
    public var schema: EntrySchema?
    /// The error because of which there is no schema.
    public var problem: (any Error)?
    /// The schemas with which entry files are parsed.
    public var schemas: EntrySchemas
    /// Templates, themes, symbols and devices.
    public var resources: ResourceFolder
    /// The families that have a template.
    public var families: [WidgetFamily]
    /// The families that are shown initially.
    public var shown: [WidgetFamily]
    /// The device that is selected initially for the shown family; nil for the default device.
    public var device: String?
    /// The entry files to choose from.
    public var entries: [PreviewEntryFile]
    /// The name of the entry that is shown initially.
    public var entry: String
    /// The themes to choose from.
    public var themes: [String]
    /// The theme that is shown initially.
    public var theme: String
    /// The languages to choose from.
    public var languages: [String]
    /// The time zones for displayed dates.
    public var timeZones: TimeZones
    /// The path of the suite to which snapshot cases are added; nil for none.
    public var suite: String?
    /// The folder to which displayed paths are relative.
    public var base: String
    /// The folders whose files can affect the drawing.
    public var folders: [PreviewFolder]

    /// Makes a project.
    public init(
        title: String, target: Target, schema: EntrySchema?, problem: (any Error)?, schemas: EntrySchemas, resources: ResourceFolder,
        families: [WidgetFamily], shown: [WidgetFamily], device: String?, entries: [PreviewEntryFile], entry: String, themes: [String],
        theme: String,
        languages: [String], timeZones: TimeZones, suite: String?, base: String, folders: [PreviewFolder]
    ) {
        self.title = title
        self.target = target
        self.schema = schema
        self.problem = problem
        self.schemas = schemas
        self.resources = resources
        self.families = families
        self.shown = shown
        self.device = device
        self.entries = entries
        self.entry = entry
        self.themes = themes
        self.theme = theme
        self.languages = languages
        self.timeZones = timeZones
        self.suite = suite
        self.base = base
        self.folders = folders
    }

    /// The name of the entry with the schema's sample values.
    public static let sample = "sample"
    /// The name of the live entry from the kind's source.
    public static let live = "live"
}

/// An entry file that can be selected.
public struct PreviewEntryFile: Hashable, Sendable {
    /// The name, both in URLs and on the page.
    public var name: String
    /// The path of the file.
    public var path: String

    /// Makes an entry file.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// The folder to which the entry's artwork paths are relative.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}

/// A folder whose files are watched.
public struct PreviewFolder: Hashable, Sendable {
    /// The path of the folder.
    public var path: String
    /// True if subfolders are watched too.
    public var isDeep: Bool

    /// Makes a folder.
    public init(_ path: String, isDeep: Bool = false) {
        self.path = path
        self.isDeep = isDeep
    }
}
