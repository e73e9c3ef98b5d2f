import Glibc

/// Files of lines to which lines are added.
public enum AppendedFile {
    /// Writes bytes behind the last whole line in one piece; the part of a line that a killed writer has left is cut off.
    ///
    /// The caller sees to it that nobody else writes meanwhile.
    ///
    /// - Parameters:
    ///   - length: Where the last whole line ends.
    ///   - isDurable: True to return only once the disk holds the bytes: they outlive a power cut.
    /// - Throws: `WriteError` with the system's reason; nothing of the bytes is kept then.
    public static func append(_ bytes: [UInt8], to path: String, behind length: Int, isDurable: Bool) throws(WriteError) {
        func failed() -> WriteError { WriteError(path: path, reason: String(cString: strerror(errno))) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        guard ftruncate(descriptor, length) == 0 else { throw failed() }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset, length + offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failed()
                // The disk is full: nothing of it is kept.
                _ = ftruncate(descriptor, length)
                throw error
            }
            offset += count
        }
        guard !isDurable || fsync(descriptor) == 0 else {
            let error = failed()
            _ = ftruncate(descriptor, length)
            throw error
        }
    }
}
