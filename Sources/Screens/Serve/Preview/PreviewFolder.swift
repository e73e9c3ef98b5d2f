/// A folder whose files are watched.
package struct PreviewFolder: Hashable, Sendable {
    /// The files that count.
    package enum Content: Sendable {
        /// Templates, entries and what they show.
        case templates
        /// The sources of a Swift package, with its resources.
        case sources

        /// True for a file with this name.
        func includes(_ name: String) -> Bool {
            guard let dot = name.lastIndex(of: ".") else { return false }
            let ending = name[name.index(after: dot)...].lowercased()
            return switch self {
            case .templates: Self.templateEndings.contains(ending)
            case .sources: Self.sourceEndings.contains(ending)
            }
        }

        /// The number of folder levels below a folder that is watched recursively.
        var depth: Int {
            switch self {
            case .templates: 4
            // A catalog may be in a folder of sources, and have folders itself.
            case .sources: 12
            }
        }

        /// True if links to files and folders count as their targets: `subdial widget adopt` makes such links.
        var followsLinks: Bool { self == .sources }

        private static let templateEndings: Set<String> = ["yaml", "yml", "json", "svg", "png", "jpg", "jpeg", "webp", "gif"]
        // A catalog is a folder of JSON files, pictures and symbols.
        private static let sourceEndings: Set<String> = [
            "swift", "c", "h", "m", "strings", "stringsdict", "xcstrings", "plist", "json", "svg", "png", "jpg", "jpeg", "webp", "gif",
            "pdf", "heic", "ttf", "otf",
        ]
    }

    /// The path of the folder.
    package var path: String
    /// True if subfolders are watched too.
    package var isDeep: Bool
    /// The files that count.
    package var content: Content

    /// Makes a folder.
    package init(_ path: String, isDeep: Bool = false, _ content: Content = .templates) {
        self.path = path
        self.isDeep = isDeep
        self.content = content
    }
}
