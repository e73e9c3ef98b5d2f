#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lets one thread at a time work with fonts, in the whole process.
///
/// Cairo 1.16 keeps one FreeType library and one table of faces for all threads, and opens faces without a lock of its own: two
/// libraries used at once on two threads crash now and then. The lock may be taken again by the thread that has it.
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

    /// Takes the lock.
    static func lock() {
        pthread_mutex_lock(shared.mutex)
    }

    /// Gives the lock back.
    static func unlock() {
        pthread_mutex_unlock(shared.mutex)
    }
}
