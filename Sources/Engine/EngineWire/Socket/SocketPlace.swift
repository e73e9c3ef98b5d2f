import Glibc
import SubdialSystem

/// The paths at which a user's fronts and engine connect.
///
/// A path may have any length: see ``UnixSocket``.
package struct SocketPlace: Equatable, Sendable {
    /// The path of the folder of the three files, accessible only to the user.
    package var folder: String { privateFolder.path }
    private let privateFolder: PrivateFolder
    /// The engine's socket.
    package let socket: String
    /// The lock file that a running engine holds.
    package let engineLock: String
    /// The lock file that a front holds while it starts an engine.
    package let startLock: String
    /// The socket's name in the folder.
    let socketName: String

    /// The place in a folder.
    ///
    /// - Parameter version: The name of the socket without its extension.
    package init(folder: PrivateFolder, version: String = SubdialVersion.wireName) {
        privateFolder = folder
        socketName = "\(version).sock"
        socket = "\(folder.path)/\(socketName)"
        engineLock = "\(folder.path)/\(version).lock"
        startLock = "\(folder.path)/\(version).start.lock"
    }

    /// Ensures that the folder exists and that only the user can enter it.
    ///
    /// - Throws: ``SocketError/folder(_:)``.
    package func prepareFolder() throws(SocketError) {
        do {
            try privateFolder.make()
        } catch {
            throw .folder(error)
        }
    }
}

extension SocketPlace {
    /// The place for a user.
    ///
    /// The folder is `subdial` in `$XDG_RUNTIME_DIR`. Without that variable, as in a cron job, it is `subdial` in `/run/user/<uid>`, which
    /// only the system can create; if that is missing too, it is `subdial/run` in the user's state folder. Another user cannot create any
    /// of these first, unlike a folder in `/tmp`.
    ///
    /// - Parameters:
    ///   - user: The user id.
    ///   - systemFolder: The folder that the system creates for the user; nil for `/run/user/<uid>`.
    ///   - version: The name of the socket without its extension.
    ///   - variable: Returns the value of an environment variable. A folder that is empty or relative counts as not set, as the XDG
    ///     specification requires.
    /// - Throws: ``SocketError/noFolder``.
    package static func of(
        user: UInt32, systemFolder: String? = nil, version: String = SubdialVersion.wireName, variable: (String) -> String?
    ) throws(SocketError) -> SocketPlace {
        func folder(_ name: String) -> String? {
            guard let value = variable(name), value.hasPrefix("/") else { return nil }
            return value.hasSuffix("/") ? String(value.dropLast()) : value
        }
        // The system makes this folder; one that is missing must not be made by somebody else.
        func place(in runtime: String) -> SocketPlace {
            SocketPlace(folder: PrivateFolder("\(runtime)/subdial", makesParents: false), version: version)
        }
        if let runtime = folder("XDG_RUNTIME_DIR") { return place(in: runtime) }
        let system = systemFolder ?? "/run/user/\(user)"
        if isPrivate(system, to: user) { return place(in: system) }
        guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ "\($0)/.local/state" }) else { throw .noFolder }
        return SocketPlace(folder: PrivateFolder("\(state)/subdial").folder("run"), version: version)
    }

    private static func isPrivate(_ folder: String, to user: UInt32) -> Bool {
        var info = stat()
        return lstat(folder, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == user && info.st_mode & 0o077 == 0
    }
}
