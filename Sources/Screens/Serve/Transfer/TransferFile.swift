import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import SubdialSystem

/// A file that is being sent, checked to be the one that the manifest named.
final class TransferFile: Sendable {
    /// The error of a file that has changed.
    struct HasChanged: Error {}

    /// The number of bytes in memory at a time.
    private static let chunk = 128 << 10

    private let descriptor: Int32
    private let identity: FileVersion

    /// Opens a file; nil if it does not exist or has changed.
    init?(_ path: String, _ identity: FileVersion) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        guard FileVersion(descriptor: descriptor) == identity else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.identity) = (descriptor, identity)
    }

    deinit { close(descriptor) }

    /// The response body for a range of the file, read while it is sent; the connection closes if the file is written meanwhile.
    func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (start, count) = (offset, min(Self.chunk, range.upperBound - offset))
                let bytes = try await NIOThreadPool.singleton.runIfActive { try self.read(start..<start + count) }
                try await writer.write(bytes)
                offset += count
            }
            try await writer.finish(nil)
        }
    }

    private func read(_ range: Range<Int>) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { space in
            var filled = 0
            while filled < range.count {
                let count = pread(
                    descriptor, space.baseAddress?.advanced(by: filled), range.count - filled, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw HasChanged() }
                filled += count
            }
            return filled
        }
        // The check follows the read: only then are these certainly the bytes.
        guard FileVersion(descriptor: descriptor) == identity else { throw HasChanged() }
        return buffer
    }
}
