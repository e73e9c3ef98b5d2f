import Glibc

/// Files to which lines are appended.
package enum AppendedFile {
    /// Appends bytes after the last complete line of a public file; an incomplete line of a killed writer is truncated.
    ///
    /// The caller must ensure that no other process writes meanwhile.
    ///
    /// - Parameters:
    ///   - length: The offset of the end of the last complete line.
    ///   - isDurable: True to return only after `fsync`, so that the bytes survive a power failure.
    /// - Throws: `WriteError` with the system's reason; none of the bytes are kept then.
    package static func append(_ bytes: [UInt8], to path: String, behind length: Int, isDurable: Bool) throws(WriteError) {
        let raw = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard raw >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        try append(bytes, to: Descriptor(raw), at: path, behind: length, isDurable: isDurable)
    }

    /// Appends bytes to an open file.
    static func append(
        _ bytes: [UInt8], to file: consuming Descriptor, at path: String, behind length: Int, isDurable: Bool
    ) throws(WriteError) {
        func failed() -> WriteError { WriteError(path: path, reason: SystemError.last.description) }
        let descriptor = file.raw
        guard ftruncate(descriptor, length) == 0 else { throw failed() }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset, length + offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failed()
                // The disk is full: remove the part that was written.
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
