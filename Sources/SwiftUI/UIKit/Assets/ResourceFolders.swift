package import Foundation
import Synchronization

/// The folders with the resources of a bundle: strings and asset catalogs.
///
/// The package manager puts the resources of each target into a folder `PACKAGE_TARGET.resources` beside the program.
package enum ResourceFolders {
    private static let added = Mutex<[URL]>([])
    private static let besideProgram: [URL] = {
        let folder = Bundle.main.bundleURL
        let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return found.filter { $0.pathExtension == "resources" }.sorted { $0.path < $1.path }
    }()

    /// Folders that belong to the main bundle too, which are searched first; for programs whose resources stand elsewhere.
    package static var extra: [URL] {
        get { added.withLock { $0 } }
        set { added.withLock { $0 = newValue } }
    }

    /// Adds a folder to ``extra``.
    package static func add(_ folder: URL) { added.withLock { $0.append(folder) } }

    /// Removes a folder from ``extra``.
    package static func remove(_ folder: URL) { added.withLock { $0.removeAll { $0.path == folder.path } } }

    /// The folders of a bundle, in the order in which they are searched; nil means the main bundle.
    package static func folders(of bundle: Bundle?) -> [URL] {
        guard let bundle, bundle != .main else { return extra + besideProgram }
        let own = [bundle.resourceURL, bundle.bundleURL].compactMap { $0?.standardizedFileURL }
        return own.count == 2 && own[0].path == own[1].path ? [own[0]] : own
    }
}
