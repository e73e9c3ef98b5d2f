import Foundation

/// The folder in which tests make folders and files of their own.
public enum Scratch {
    /// `TMPDIR` if that is an absolute path of at most 16 bytes, because the path of a socket is limited to 107 bytes; otherwise `/tmp`.
    public static let parent: String = {
        let given = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        let path = String(given.reversed().drop { $0 == "/" }.reversed())
        return path.hasPrefix("/") && path.utf8.count <= 16 ? path : "/tmp"
    }()

    /// A path that does not exist yet: `name` with eight random digits.
    public static func path(_ name: String) -> String { "\(parent)/\(name)-\(UUID().uuidString.prefix(8))" }
}
