import SubdialConcurrency
import SubdialKinds
import SubdialSystem

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
        do throws(ReadError) {
            return .success(try InputFile.bytes(at: path, limit: maximum, accepting: .immediate))
        } catch {
            let isUnreachable =
                switch error {
                case .missing, .unreadable: true
                case .wrongKind, .tooLong: false
                }
            return .failure(KindError(.source, at: "file", error.reason, value: path, isUnreachable: isUnreachable))
        }
    }
}
