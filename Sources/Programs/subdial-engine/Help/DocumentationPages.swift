import FoundationEssentials
import SubdialEngine
import SubdialWidgets

/// The installed pages of the documentation: `share/doc/subdial`, or `Documentation` in a checkout.
struct DocumentationPages {
    /// The folder; nil if the documentation is not installed.
    let folder: String?

    init() {
        guard let resources = try? ResourceFolder.find(executable: CommandContext.executable, userPath: nil) else {
            folder = nil
            return
        }
        let parent = URL(filePath: resources.path).deletingLastPathComponent()
        folder = [parent.appending(path: "Documentation"), parent.deletingLastPathComponent().appending(path: "doc/subdial")]
            .map(\.path).first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The path of a page; nil if it is not installed.
    func path(of page: String) -> String? {
        folder.map { "\($0)/\(page).md" }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
    }

    /// The address of a page as a link, which terminals open; nil if it is not installed.
    func address(of page: String) -> String? { path(of: page).map { "file://\($0)" } }
}
