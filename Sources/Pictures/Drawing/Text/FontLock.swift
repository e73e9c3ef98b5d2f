import Glibc

/// A process-wide lock for fonts.
///
/// Cairo 1.16 shares one FreeType library and one table of faces between all threads, and opens faces without a lock: two libraries used in
/// parallel on two threads crash occasionally. The lock is recursive.
final class FontLock: @unchecked Sendable {
    private static let shared = FontLock()

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    private init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    /// Acquires the lock.
    static func lock() {
        pthread_mutex_lock(shared.mutex)
    }

    /// Releases the lock.
    static func unlock() {
        pthread_mutex_unlock(shared.mutex)
    }
}
