import Glibc

/// Who is at the other end of a Unix socket, as the kernel tells it (`struct ucred`).
struct PeerCredentials: Equatable, Sendable {
    var processID: Int32 = 0
    var user: UInt32 = 0
    var group: UInt32 = 0

    /// The process that has connected; nil where the kernel does not tell.
    init?(of descriptor: Int32) {
        var length = socklen_t(MemoryLayout<Self>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) == 0, length == MemoryLayout<Self>.size else { return nil }
    }
}
