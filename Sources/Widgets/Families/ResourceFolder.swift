import FoundationEssentials

/// The folder with templates, themes, symbols, devices and the font configuration.
public struct ResourceFolder: Sendable, Hashable {
    /// The folder that Subdial brings along.
    public let path: String
    /// The folder that a user's own files are looked for in first; nil for none.
    public let userPath: String?

    /// Makes the folder at `path`.
    public init(path: String, userPath: String? = nil) {
        self.path = path
        self.userPath = userPath
    }

    /// Finds the folder: beside the executable's own place `share/subdial/Templates`, or `Templates` in a folder above it, as in a checkout.
    ///
    /// - Parameters:
    ///   - executable: The running program's own path.
    ///   - userPath: The folder of the user's own templates.
    /// - Throws: `WidgetError.resource` where there is none.
    public static func find(executable: String, userPath: String?) throws(WidgetError) -> ResourceFolder {
        var folder = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<8 {
            for candidate in [folder.appending(path: "share/subdial/Templates"), folder.appending(path: "Templates")]
            where FileManager.default.fileExists(atPath: candidate.appending(path: "devices.yaml").path) {
                return ResourceFolder(path: candidate.path, userPath: userPath)
            }
            guard folder.path != "/" else { break }
            folder.deleteLastPathComponent()
        }
        throw .resource("Templates", reason: "not found beside \(executable); install Subdial with 'make install'")
    }

    /// The text of a file, the user's own before Subdial's; nil where there is none.
    public func text(_ name: String) -> (file: String, text: String)? {
        for folder in [userPath, path].compactMap({ $0 }) {
            let file = "\(folder)/\(name)"
            if let data = FileManager.default.contents(atPath: file) { return (file, String(decoding: data, as: UTF8.self)) }
        }
        return nil
    }

    /// The texts of a file, Subdial's before the user's own; none where there is none.
    public func everyText(_ name: String) -> [(file: String, text: String)] {
        [path, userPath].compactMap { folder in
            guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return ("\(folder)/\(name)", String(decoding: data, as: UTF8.self))
        }
    }

    /// The names of the files in a folder of it, Subdial's and the user's.
    public func names(in folder: String) -> [String] {
        let found = [path, userPath].compactMap { $0 }.flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: "\($0)/\(folder)")) ?? []
        }
        return Set(found).sorted()
    }

    /// The path of a file that must be there.
    func file(_ name: String) -> String {
        if let userPath, FileManager.default.fileExists(atPath: "\(userPath)/\(name)") { return "\(userPath)/\(name)" }
        return "\(path)/\(name)"
    }
}
