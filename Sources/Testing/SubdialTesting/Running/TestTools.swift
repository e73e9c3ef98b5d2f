import FoundationEssentials
import SubdialKinds
import SubdialPlayback
import SubdialShippedTemplates
import SubdialTimeline
import SubdialWidgets
import Synchronization

/// Shared renderers and kinds, so that fonts, symbols, themes and kinds are loaded once and not for each assertion.
final class TestTools: Sendable {
    static let shared = TestTools()

    /// The folders that a renderer depends on.
    struct Key: Hashable {
        /// The custom template folder; nil for none.
        let templates: String?
        /// The folder whose fonts are used exclusively; nil for the system's fonts.
        let fonts: String?
    }

    /// Unchecked, because a renderer is used by one assertion at a time.
    private struct Idle: @unchecked Sendable {
        let renderer: WidgetRenderer
    }

    private let idle = Mutex<[Key: [Idle]]>([:])
    private let libraries = Mutex<[String?: KindLibrary]>([:])

    /// Calls `body` with a renderer that no other caller uses at the same time.
    func use<Result>(_ key: Key, _ body: (WidgetRenderer) throws -> Result) throws -> Result {
        let renderer =
            try idle.withLock { $0[key]?.popLast() }
            ?? Idle(renderer: WidgetRenderer(resources: Self.resources(key.templates), fontFolder: key.fonts))
        defer { idle.withLock { $0[key, default: []].append(renderer) } }
        return try body(renderer.renderer)
    }

    /// The kinds of Subdial and those of a custom folder.
    func kinds(_ templates: String?) -> KindLibrary {
        libraries.withLock { libraries in
            if let known = libraries[templates] { return known }
            let folder = Self.resources(templates)
            let library = KindLibrary(builtIn: [.nowPlaying], names: { folder.names(in: ".") }, read: { folder.text($0) })
            libraries[templates] = library
            return library
        }
    }

    /// Subdial's own templates, symbols and themes, and those of a custom folder.
    private static func resources(_ templates: String?) -> ResourceFolder {
        ResourceFolder(path: ShippedTemplates.path, userPath: templates, hasUserFonts: false)
    }
}
