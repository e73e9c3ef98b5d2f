/// Where a user's fronts and engine meet.
///
/// `$XDG_RUNTIME_DIR/subdial/<version>.sock`; where there is no such variable, `/tmp/subdial-<uid>/<version>.sock`.
public struct SocketPlace: Equatable, Sendable {
    /// The folder that holds the three files; nobody but the user may enter it.
    public let folder: String
    /// The engine's socket.
    public let socket: String
    /// The file that an engine holds locked for as long as it lives.
    public let engineLock: String
    /// The file that a front holds locked while it starts an engine.
    public let startLock: String

    /// The longest path that fits an address of a Unix socket on Linux, in bytes: `sun_path` has 108, the last is zero.
    public static let maximumPathLength = 107

    /// The place in a folder of its own.
    ///
    /// - Throws: ``SocketError/pathTooLong(path:limit:)``.
    public init(folder: String, version: String = SubdialVersion.wireName) throws(SocketError) {
        self.folder = folder
        socket = "\(folder)/\(version).sock"
        engineLock = "\(folder)/\(version).lock"
        startLock = "\(folder)/\(version).start.lock"
        guard socket.utf8.count <= Self.maximumPathLength else {
            throw .pathTooLong(path: socket, limit: Self.maximumPathLength)
        }
    }

    /// The place of a user.
    ///
    /// - Parameters:
    ///   - runtimeFolder: The value of `XDG_RUNTIME_DIR`. One that is empty or relative counts as none, as the specification has it.
    ///   - user: The user's number.
    ///   - version: The name of the socket without its ending.
    /// - Throws: ``SocketError/pathTooLong(path:limit:)``.
    public init(runtimeFolder: String?, user: UInt32, version: String = SubdialVersion.wireName) throws(SocketError) {
        if let runtimeFolder, runtimeFolder.hasPrefix("/") {
            let trimmed = runtimeFolder.hasSuffix("/") ? String(runtimeFolder.dropLast()) : runtimeFolder
            try self.init(folder: "\(trimmed)/subdial", version: version)
        } else {
            try self.init(folder: "/tmp/subdial-\(user)", version: version)
        }
    }
}
