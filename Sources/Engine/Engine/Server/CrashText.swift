import Glibc
import Synchronization

/// A text in preallocated memory.
final class CrashText: Sendable {
    private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private let count = Atomic(0)

    init(capacity: Int) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    convenience init(_ text: String) {
        self.init(capacity: text.utf8.count)
        put(text)
    }

    deinit {
        bytes.deallocate()
    }

    /// Stores a text on one line, truncated to the capacity.
    func put(_ text: String) {
        var length = 0
        for byte in text.utf8.prefix(capacity) {
            bytes[length] = byte < 0x20 || byte == 0x7F ? 0x20 : byte
            length += 1
        }
        count.store(length, ordering: .sequentiallyConsistent)
    }

    /// Copies the text to an offset, and returns the offset after it.
    func copy(to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        let length = count.load(ordering: .sequentiallyConsistent)
        memcpy(line + start, bytes, length)
        return start + length
    }
}
