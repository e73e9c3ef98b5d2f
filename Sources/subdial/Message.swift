import Glibc

/// What the front has to say itself, on stderr.
enum Message {
    static func print(_ text: String) {
        send(Array("subdial: \(text)\n".utf8))
    }

    /// Writes bytes to stderr, as far as anybody takes them.
    static func send(_ bytes: [UInt8]) {
        _ = StandardOutput.write(bytes, to: STDERR_FILENO)
    }
}
