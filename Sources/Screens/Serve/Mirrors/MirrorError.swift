import SubdialBasics
import SubdialSystem

/// The error of a mirror.
package enum MirrorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is not a valid server URL.
    case address(String, reason: String)
    /// The name of a receiver is invalid.
    case name(String)
    /// The token file cannot be read.
    case token(path: String, reason: String)
    /// The server is unreachable, or its response is invalid.
    case unreachable(String, reason: String)
    /// The server refuses this client.
    case refused(String, reason: String)
    /// The context is invalid.
    case context(String)
    /// A path from the server is not valid within the folder.
    case path(String, reason: String)
    /// The bytes of a file do not match the manifest.
    case file(path: String, reason: String)
    /// An announced file is not fetched.
    case media(path: String, reason: String)
    /// The server's file has changed: the context must be requested again.
    case stale(path: String)
    /// The mirror would exceed its size limit.
    case tooLarge(bytes: Int, limit: Int)
    /// Another mirror has locked the folder.
    case busy(String)
    /// A file cannot be written.
    case write(WriteError)

    /// The problem, its place and the remedy, in one line.
    package var description: String {
        switch self {
        case .address(let address, let reason): "\(address): \(reason); a server's address is such as http://nas.local:8380"
        case .name(let name): "--name takes 1 to 64 letters, digits, '-', '_' and '.', not '\(name)'"
        case .token(let path, let reason): "\(path): the token cannot be read: \(reason)"
        case .unreachable(let address, let reason): "\(address): \(reason)"
        case .refused(let address, let reason): "\(address): \(reason)"
        case .context(let reason): "the server's context cannot be used: \(reason)"
        case .path(let path, let reason): "the server names a file '\(path)': \(reason)"
        case .file(let path, let reason): "\(path): what the server sends is not the file of its manifest: \(reason)"
        case .media(let path, let reason): "\(path) is not fetched: \(reason)"
        case .stale(let path): "\(path): the server has another file now"
        case .tooLarge(let bytes, let limit):
            "the mirror would have \(Self.size(bytes)), and \(Self.size(limit)) are allowed; --limit MIB allows more"
        case .busy(let folder): "\(folder): another 'subdial mirror' keeps this folder"
        case .write(let error): error.description
        }
    }

    /// True for a transient error.
    var passes: Bool {
        switch self {
        case .unreachable, .context, .path, .file, .media, .stale, .tooLarge: true
        case .address, .name, .token, .refused, .busy, .write: false
        }
    }

    private static func size(_ bytes: Int) -> String { bytes >= 10 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes" }
}

extension MirrorError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .address, .name: .wrongUsage
        case .token: .missingInput
        case .unreachable, .stale: .unavailable
        case .refused, .busy, .tooLarge: .refused
        case .context, .path, .file, .media: .badData
        case .write: .cannotWrite
        }
    }
}
