import FoundationEssentials

/// The repository that the tests were built from.
public enum Repository {
    /// Its top folder.
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
}
