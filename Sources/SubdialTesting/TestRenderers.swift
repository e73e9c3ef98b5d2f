import FoundationEssentials
import Synchronization
import Widgets

/// Renderers that assertions share: fonts, symbols and themes are read once, not for each of them.
final class TestRenderers: Sendable {
    static let shared = TestRenderers()

    /// Unchecked, because a renderer belongs to one assertion at a time.
    private struct Idle: @unchecked Sendable {
        let renderer: WidgetRenderer
    }

    private let idle = Mutex<[Idle]>([])

    /// Lends a renderer that nobody else has meanwhile.
    func use<Result>(_ body: (WidgetRenderer) throws -> Result) throws -> Result {
        let renderer = try idle.withLock { $0.popLast() } ?? Idle(renderer: WidgetRenderer(resources: Self.resources))
        defer { idle.withLock { $0.append(renderer) } }
        return try body(renderer.renderer)
    }

    /// Subdial's own templates, symbols and themes, which stand beside its sources, and the user's.
    private static var resources: ResourceFolder {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return ResourceFolder(
            path: root.appending(path: "Templates").path, userPath: ProcessInfo.processInfo.environment["SUBDIAL_TEMPLATES"])
    }
}
