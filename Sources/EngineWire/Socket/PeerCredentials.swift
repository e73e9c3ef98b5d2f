import Glibc

/// Who is at the other end of a Unix socket, as the kernel tells it (`struct ucred`).
///
/// For the end that has connected this is the process that listened, even where another accepts.
public struct PeerCredentials: Equatable, Sendable {
    /// The process's number.
    public private(set) var processID: Int32 = 0
    /// The number of the user that the process runs for.
    public private(set) var user: UInt32 = 0
    /// The number of that user's group.
    public private(set) var group: UInt32 = 0

    /// The process at the other end of a connected socket; nil where the kernel does not tell.
    public init?(of descriptor: Int32) {
        var length = socklen_t(MemoryLayout<Self>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) == 0, length == MemoryLayout<Self>.size else { return nil }
    }
}
