/// The paths at which a user's fronts and engine connect.
///
/// A path may have any length: see ``UnixSocket``.
package struct SocketPlace: Equatable, Sendable {
    /// The folder of the three files, accessible only to the user.
    package let folder: String
    /// The engine's socket.
    package let socket: String
    /// The lock file that a running engine holds.
    package let engineLock: String
    /// The lock file that a front holds while it starts an engine.
    package let startLock: String
    /// The socket's name in the folder.
    let socketName: String
    /// True if missing parent folders are created.
    let makesParents: Bool

    /// The place in a given folder.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - makesParents: True if missing parent folders are created.
    ///   - version: The name of the socket without its extension.
    package init(folder: String, makesParents: Bool = false, version: String = SubdialVersion.wireName) {
        self.folder = folder
        self.makesParents = makesParents
        socketName = "\(version).sock"
        socket = "\(folder)/\(socketName)"
        engineLock = "\(folder)/\(version).lock"
        startLock = "\(folder)/\(version).start.lock"
    }
}
