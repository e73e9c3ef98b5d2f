/// Where a user's fronts and engine meet.
///
/// A path of any length will do: see ``UnixSocket``.
public struct SocketPlace: Equatable, Sendable {
    /// The folder that holds the three files; nobody but the user may enter it.
    public let folder: String
    /// The engine's socket.
    public let socket: String
    /// The file that an engine holds locked for as long as it lives.
    public let engineLock: String
    /// The file that a front holds locked while it starts an engine.
    public let startLock: String
    /// The socket's name in the folder.
    let socketName: String
    /// Whether the folders above are made where they are missing.
    let makesParents: Bool

    /// The place in a folder of its own.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - makesParents: Whether the folders above are made where they are missing.
    ///   - version: The name of the socket without its ending.
    public init(folder: String, makesParents: Bool = false, version: String = SubdialVersion.wireName) {
        self.folder = folder
        self.makesParents = makesParents
        socketName = "\(version).sock"
        socket = "\(folder)/\(socketName)"
        engineLock = "\(folder)/\(version).lock"
        startLock = "\(folder)/\(version).start.lock"
    }
}
