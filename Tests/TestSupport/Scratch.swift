import Foundation

/// The folder in which tests make folders and files of their own.
public enum Scratch {
    /// `TMPDIR` if that is short, because the path of a socket is limited to 107 bytes; otherwise `/tmp`.
    public static let parent =
        ProcessInfo.processInfo.environment["TMPDIR"].flatMap { (1...16).contains($0.utf8.count) ? $0 : nil } ?? "/tmp"

    /// A path that does not exist yet: `name` with eight random digits.
    public static func path(_ name: String) -> String { "\(parent)/\(name)-\(UUID().uuidString.prefix(8))" }
}
