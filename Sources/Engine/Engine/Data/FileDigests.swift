import FoundationEssentials
import Glibc
import SubdialGLib
import SubdialKinds
import SubdialSystem
import Synchronization

/// The SHA-256 of files, of which those of large ones are cached until the file changes.
final class FileDigests: Sendable {
    static let shared = FileDigests()

    /// The size from which a file is not read again for each run of a command, in bytes.
    private static let cachedSize = 1 << 20
    /// The age of a file's last change from which its times tell apart all later changes, in seconds.
    private static let settledAge = 2.0
    /// The maximum number of cached digests.
    private static let capacity = 256

    private let known = Mutex<[String: (version: FileVersion, digest: String)]>([:])

    /// The digest of a regular file, as 64 hexadecimal digits.
    ///
    /// - Parameter path: A path without links.
    /// - Throws: `KindError` if the file cannot be read.
    func digest(ofFile path: String) throws(KindError) -> String {
        let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
        guard raw >= 0 else { throw Self.unreadable(path, "\(SystemError.last)") }
        let file = Descriptor(raw)
        guard let version = FileVersion(descriptor: file.raw) else { throw Self.unreadable(path, "it is no regular file") }
        if let known = known.withLock({ $0[path] }), known.version == version { return known.digest }
        guard let hash = SHA256(ofFile: file.raw) else { throw Self.unreadable(path, "\(SystemError.last)") }
        let digest = hash.hex()
        let age = Date.now.timeIntervalSince1970 - Double(version.changed) / 1e9
        if version.size >= Self.cachedSize, age > Self.settledAge, FileVersion(descriptor: file.raw) == version {
            known.withLock { known in
                if known.count >= Self.capacity { known.removeAll() }
                known[path] = (version, digest)
            }
        }
        return digest
    }

    private static func unreadable(_ path: String, _ reason: String) -> KindError {
        KindError(.source, at: "command", "\(path) cannot be read, so that no change of it would be noticed: \(reason)")
    }
}
