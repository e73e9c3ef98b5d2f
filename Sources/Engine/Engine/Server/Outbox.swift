import Glibc

/// The encoded frames that wait for a front.
///
/// A line replaces a line that waits directly before it, so that at most one line waits for a front that does not read.
struct Outbox {
    /// The result of a flush.
    enum Progress: Equatable {
        case empty
        /// The socket accepts no more bytes for now.
        case blocked
        /// The connection is closed.
        case gone
    }

    private struct Entry {
        var bytes: [UInt8]
        var isLine: Bool
    }

    private var entries: [Entry] = []
    /// The number of sent bytes of the first entry.
    private var sent = 0
    /// The number of pending bytes.
    private(set) var byteCount = 0

    mutating func add(_ bytes: [UInt8], isLine: Bool = false) {
        // A partly sent frame must be completed.
        let replaceable = entries.count > 1 || sent == 0
        if isLine, replaceable, let last = entries.last, last.isLine {
            byteCount -= last.bytes.count
            entries.removeLast()
        }
        entries.append(Entry(bytes: bytes, isLine: isLine))
        byteCount += bytes.count
    }

    /// Sends as many bytes as possible; `send` has the result of the system call and sets `errno`.
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
