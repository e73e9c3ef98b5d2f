import FoundationEssentials

/// The repository from which the tests were built.
public enum Repository {
    /// The top folder.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The file at `path` under `Fixtures`.
    public static func fixtureURL(_ path: String) -> URL {
        root.appending(path: "Fixtures").appending(path: path)
    }

    /// The text of the file at `path` under `Fixtures`.
    public static func fixture(_ path: String) throws -> String {
        try String(contentsOf: fixtureURL(path), encoding: .utf8)
    }

    /// The bytes of the file at `path` under `Fixtures`.
    public static func fixtureBytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: fixtureURL(path)))
    }

    /// A module in `Sources` with its Swift files.
    public struct Module: Sendable {
        /// The name of its folder.
        public let name: String
        /// Its Swift files, by path.
        public let files: [URL]
    }

    /// Every module in a group of `Sources` that has Swift files, by group and name.
    public static func modules() throws -> [Module] {
        let sources = root.appending(path: "Sources")
        func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        let places = try names(sources).flatMap { group in try names(sources.appending(path: group)).map { "\(group)/\($0)" } }
        return try places.compactMap { place in
            let folder = sources.appending(path: place)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
            return paths.isEmpty ? nil : Module(name: folder.lastPathComponent, files: paths.map { folder.appending(path: $0) })
        }
    }
}
