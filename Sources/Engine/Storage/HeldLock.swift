import EngineWire
import Glibc

/// A file's lock that several hold together; it goes with the last of them.
public final class HeldLock: Sendable {
    private let lock: FileLock

    /// Takes the lock; nil where another process, or another part of this one, has it.
    public init?(_ path: String) throws(SocketError) {
        guard let lock = try FileLock.take(path) else { return nil }
        self.lock = lock
    }

    /// Takes the lock once others have let go of it; nil where that takes longer than five seconds.
    ///
    /// It keeps its thread waiting.
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

    /// The number of the process that has the lock; nil where it is free, or this process has it.
    public static func holder(of path: String) -> Int32? { FileLock.holder(of: path) }
}
