import FoundationEssentials
import Glibc
import Kinds

/// Reads files one after the other, outside of the cooperative thread pool.
///
/// Each user has its own reader, so that an unresponsive network file blocks no other reads.
final class FileReader: Sendable {
    private let lane = WorkLane()

    /// The bytes of a file, including files of the kernel in /proc and /sys.
    ///
    /// - Throws: `KindError` if it does not exist, cannot be read, or is longer than `maximum` bytes.
    func bytes(of path: String, maximum: Int) async throws(KindError) -> [UInt8] {
        let result = await lane.value { Self.read(path, maximum) } ?? .failure(KindError(.source, at: "file", "the system gives no thread"))
        return try result.get()
    }

    private static func read(_ path: String, _ maximum: Int) -> Result<[UInt8], KindError> {
        // Opening a FIFO without a writer must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "there is no such file" : String(cString: strerror(errno))
            return .failure(KindError(.source, at: "file", reason, value: path, isUnreachable: true))
        }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT != S_IFDIR else {
            return .failure(KindError(.source, at: "file", "it is a folder", value: path))
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= maximum {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                return .failure(KindError(.source, at: "file", String(cString: strerror(errno)), value: path))
            }
            guard count > 0 else { return .success(bytes) }
            bytes += buffer[..<count]
        }
        return .failure(KindError(.source, at: "file", "it is longer than \(maximum) bytes", value: path))
    }
}
