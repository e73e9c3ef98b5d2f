import Glibc

/// The credentials of the peer of a Unix socket, as reported by the kernel (`struct ucred`).
///
/// For the connecting end this is the process that called `listen`, even if another process accepts the connection.
package struct PeerCredentials: Equatable, Sendable {
    /// The process id.
    package private(set) var processID: Int32 = 0
    /// The user id of the process.
    package private(set) var user: UInt32 = 0
    /// The group id of the process.
    package private(set) var group: UInt32 = 0

    /// The peer's credentials of a connected socket; nil if the kernel does not report them.
    package init?(of descriptor: Int32) {
        var length = socklen_t(MemoryLayout<Self>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &length) == 0, length == MemoryLayout<Self>.size else { return nil }
    }
}
