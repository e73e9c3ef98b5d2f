import Glibc

/// The front's own messages on stderr.
enum Message {
    static func print(_ text: String) {
        send(Array("subdial: \(text)\n".utf8))
    }

    /// Writes bytes to stderr, and ignores errors.
    static func send(_ bytes: [UInt8]) {
        _ = StandardOutput.write(bytes, to: STDERR_FILENO)
    }
}
