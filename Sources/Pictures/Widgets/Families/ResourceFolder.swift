import FoundationEssentials
import Glibc

/// The folder of templates, themes, symbols, devices and the font configuration.
public struct ResourceFolder: Sendable, Hashable {
    /// The path of the folder installed with Subdial.
    public let path: String
    /// The path of the folder with the user's files, which has precedence; nil for none.
    public let userPath: String?
    /// True if the user's folder may have a fontconfig file: that of the configuration, but not the folder of a suite or of a kind.
    private let hasUserFonts: Bool

    /// The file in which a mirror records what is its server's, in the folder around its templates.
    package static let mirrorRecord: StaticString = ".mirror.json"

    /// Creates a resource folder with the given paths.
    ///
    /// - Parameter hasUserFonts: False for a user's folder whose fontconfig file, if it has one, must not be read.
    public init(path: String, userPath: String? = nil, hasUserFonts: Bool = true) {
        self.path = path
        self.userPath = userPath
        self.hasUserFonts = hasUserFonts
    }

    /// The path of the fontconfig file, the user's in preference to Subdial's.
    var fontConfiguration: String { hasUserFonts ? file("fonts.conf") : "\(path)/fonts.conf" }

    /// The only folder whose pictures are drawn, if the user's folder is that of a mirror, because its server has written the templates; nil
    /// for any folder.
    var pictureFolder: String? {
        guard let userPath, access("\(userPath)/../\(Self.mirrorRecord)", F_OK) == 0 else { return nil }
        return "\(userPath)/../covers"
    }

    /// Finds the folder, starting at the directory of the executable and going up to 7 levels higher.
    ///
    /// In each directory, the candidates are `share/subdial/Templates` and `Templates`, the latter for a checkout.
    ///
    /// - Parameters:
    ///   - executable: The path of the running program.
    ///   - userPath: The folder of the user's own templates.
    /// - Throws: `WidgetError.resource` if there is none.
    public static func find(executable: String, userPath: String?) throws(WidgetError) -> ResourceFolder {
        // Each drawing starts with this; the URLs of Foundation take many times as long.
        var folder = resolved(executable)[...]
        for _ in 0..<8 {
            guard let end = folder.lastIndex(of: "/") else { break }
            folder = folder[..<end]
            for name in ["share/subdial/Templates", "Templates"] where access("\(folder)/\(name)/devices.yaml", F_OK) == 0 {
                return ResourceFolder(path: "\(folder)/\(name)", userPath: userPath)
            }
        }
        throw .resource("Templates", reason: "not found beside \(executable); install Subdial with 'make install'")
    }

    /// The path without symbolic links; the path itself if there is no such file.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The path and text of a file, the user's in preference to Subdial's; nil if neither exists.
    public func text(_ name: String) -> (file: String, text: String)? {
        for folder in [userPath, path].compactMap({ $0 }) {
            let file = "\(folder)/\(name)"
            if let data = FileManager.default.contents(atPath: file) { return (file, String(decoding: data, as: UTF8.self)) }
        }
        return nil
    }

    /// The paths and texts of both files of that name, Subdial's before the user's; empty if neither exists.
    public func everyText(_ name: String) -> [(file: String, text: String)] {
        [path, userPath].compactMap { folder in
            guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
            return ("\(folder)/\(name)", String(decoding: data, as: UTF8.self))
        }
    }

    /// The sorted names of the files in a subfolder, Subdial's and the user's.
    public func names(in folder: String) -> [String] {
        let found = [path, userPath].compactMap { $0 }.flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: "\($0)/\(folder)")) ?? []
        }
        return Set(found).sorted()
    }

    /// True for the path of a subfolder, of Subdial's or of the user's.
    func contains(_ folder: String) -> Bool {
        let parent = Self.resolved(URL(filePath: folder).deletingLastPathComponent().path)
        return [path, userPath].contains { $0.map(Self.resolved) == parent }
    }

    /// The path of a required file, the user's in preference to Subdial's.
    func file(_ name: String) -> String {
        if let userPath, FileManager.default.fileExists(atPath: "\(userPath)/\(name)") { return "\(userPath)/\(name)" }
        return "\(path)/\(name)"
    }
}
