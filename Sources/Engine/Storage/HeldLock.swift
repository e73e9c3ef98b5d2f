import EngineWire
import Glibc

/// A file lock with shared ownership; it is released with its last owner.
public final class HeldLock: Sendable {
    private let lock: FileLock

    /// Takes the lock; nil if another process, or another part of this one, holds it.
    public init?(_ path: String) throws(SocketError) {
        guard let lock = try FileLock.take(path) else { return nil }
        self.lock = lock
    }

    /// Waits for the lock, at most five seconds; nil if it is still held.
    ///
    /// It blocks its thread.
    public convenience init?(waitingFor path: String) throws(SocketError) {
        for _ in 0..<500 {
            if let lock = try FileLock.take(path) {
                self.init(lock)
                return
            }
            usleep(10_000)
        }
        return nil
    }

    private init(_ lock: consuming FileLock) { self.lock = lock }

    /// The id of the process that holds the lock; nil if it is free, or this process holds it.
    public static func holder(of path: String) -> Int32? { FileLock.holder(of: path) }
}
