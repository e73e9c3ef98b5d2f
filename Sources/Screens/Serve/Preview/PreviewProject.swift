import SubdialExpressions
import SubdialTimeline
import SubdialWidgets

/// The previewed templates and the choices for their look; loaded again after each change of a file.
package struct PreviewProject: Sendable {
    /// The templates of a project.
    package enum Target: Hashable, Sendable {
        /// The templates of a kind in the template folders.
        case kind(String)
        /// The templates of a kind in a separate folder.
        case folder(String)
        /// A single template file.
        case template(String)
    }

    /// The display name.
    package var title: String
    /// The templates.
    package var target: Target
    /// The schema of the entries; nil if the kind's file is invalid.
    package var schema: EntrySchema?
    /// The error because of which there is no schema.
    package var problem: (any Error)?
    /// The schemas with which entry files are parsed.
    package var schemas: EntrySchemas
    /// Templates, themes, symbols and devices.
    package var resources: ResourceFolder
    /// The families that have a template.
    package var families: [WidgetFamily]
    /// The families that are shown initially.
    package var shown: [WidgetFamily]
    /// The device that is selected initially for the shown family; nil for the default device.
    package var device: String?
    /// The entry files to choose from.
    package var entries: [PreviewEntryFile]
    /// The name of the entry that is shown initially.
    package var entry: String
    /// The themes to choose from.
    package var themes: [String]
    /// The theme that is shown initially.
    package var theme: String
    /// The languages to choose from.
    package var languages: [String]
    /// The time zones for displayed dates.
    package var timeZones: TimeZones
    /// The path of the suite to which snapshot cases are added; nil for none.
    package var suite: String?
    /// The folder to which displayed paths are relative.
    package var base: String
    /// The folders whose files can affect the drawing.
    package var folders: [PreviewFolder]

    /// Makes a project.
    package init(
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
    package static let sample = "sample"
    /// The name of the live entry from the kind's source.
    package static let live = "live"
}

/// An entry file that can be selected.
package struct PreviewEntryFile: Hashable, Sendable {
    /// The name, both in URLs and on the page.
    package var name: String
    /// The path of the file.
    package var path: String

    /// Makes an entry file.
    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// The folder to which the entry's artwork paths are relative.
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
}
