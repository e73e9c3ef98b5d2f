import Expressions
import Timeline
import Widgets

/// The templates that an author looks at, and all that they may be looked at with; read anew after each change of a file.
public struct PreviewProject: Sendable {
    /// The templates of a project.
    public enum Target: Hashable, Sendable {
        /// The templates of a kind in the folders of templates.
        case kind(String)
        /// The templates of a kind in a folder of its own.
        case folder(String)
        /// One file.
        case template(String)
    }

    /// The name that people read.
    public var title: String
    /// The templates.
    public var target: Target
    /// The schema of the entries; nil where the kind's file cannot be used.
    public var schema: EntrySchema?
    /// The reason for there being no schema.
    public var problem: (any Error)?
    /// The schemas by which entry files are read.
    public var schemas: EntrySchemas
    /// Templates, themes, symbols and devices.
    public var resources: ResourceFolder
    /// The families that there is a template for.
    public var families: [WidgetFamily]
    /// The families that are shown at first.
    public var shown: [WidgetFamily]
    /// The device that the shown family has at first; nil for the usual one.
    public var device: String?
    /// The entry files to choose from.
    public var entries: [PreviewEntryFile]
    /// The name of the entry that is shown at first.
    public var entry: String
    /// The themes to choose from.
    public var themes: [String]
    /// The theme that is shown at first.
    public var theme: String
    /// The languages to choose from.
    public var languages: [String]
    /// The zones in which dates are told.
    public var timeZones: TimeZones
    /// The suite that snapshot cases go to; nil for none.
    public var suite: String?
    /// The folder that paths are shown relative to.
    public var base: String
    /// The folders whose files may change what is drawn.
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

    /// The name of the entry of the schema's samples.
    public static let sample = "sample"
    /// The name of the entry that the kind's source gives.
    public static let live = "live"
}

/// An entry file that an author may look at.
public struct PreviewEntryFile: Hashable, Sendable {
    /// The name in addresses, and that people read.
    public var name: String
    /// The path of the file.
    public var path: String

    /// Makes an entry file.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// The folder that the entry's artwork is relative to.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}

/// A folder whose files are watched.
public struct PreviewFolder: Hashable, Sendable {
    /// The path of the folder.
    public var path: String
    /// True for the folders in it too.
    public var isDeep: Bool

    /// Makes a folder.
    public init(_ path: String, isDeep: Bool = false) {
        self.path = path
        self.isDeep = isDeep
    }
}
