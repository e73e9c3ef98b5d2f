import Glibc

/// Encoded frames on their way to one front, that may be slow to take them.
///
/// A line takes the place of a line that waits right before it, so that a front which does not read is owed one line and no more.
struct Outbox {
    /// How far a flush came.
    enum Progress: Equatable {
        case empty
        /// The other side takes no more for now.
        case blocked
        /// The other side takes no more ever.
        case gone
    }

    private struct Entry {
        var bytes: [UInt8]
        var isLine: Bool
    }

    private var entries: [Entry] = []
    /// How many bytes of the first entry have been sent.
    private var sent = 0
    /// How many bytes wait.
    private(set) var byteCount = 0

    mutating func add(_ bytes: [UInt8], isLine: Bool = false) {
        // A frame that has been sent in part must be sent to its end.
        let replaceable = entries.count > 1 || sent == 0
        if isLine, replaceable, let last = entries.last, last.isLine {
            byteCount -= last.bytes.count
            entries.removeLast()
        }
        entries.append(Entry(bytes: bytes, isLine: isLine))
        byteCount += bytes.count
    }

    /// Sends what can be sent; `send` returns as the system's call does, leaving `errno`.
    mutating func flush(_ send: (UnsafeRawBufferPointer) -> Int) -> Progress {
        while let first = entries.first {
            let count = first.bytes.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0.dropFirst(sent))) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                return errno == EAGAIN ? .blocked : .gone
            }
            sent += count
            byteCount -= count
            if sent == first.bytes.count {
                entries.removeFirst()
                sent = 0
            }
        }
        return .empty
    }
}
