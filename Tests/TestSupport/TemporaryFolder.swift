import Foundation

/// A new folder, which is removed together with this object.
public final class TemporaryFolder: Sendable {
    /// The path of the folder.
    public let path = Scratch.path("sd")

    /// Makes the folder.
    public init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }
}
