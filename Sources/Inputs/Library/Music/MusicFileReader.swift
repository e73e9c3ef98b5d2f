import Glibc
import SubdialSystem
import Synchronization

/// Reads music files in another process, `subdial-tags`, because a file that is made for it ends the program that parses it.
///
/// The process starts with the first file and ends with the reader, which is made for one batch of files. A file that ends the process is recorded,
/// and not read again until it changes; the next file gets a new process.
package final class MusicFileReader {
    /// The maximum time for all files of a reader; further ones are not read.
    private static let mostTime = Duration.seconds(60)
    /// The number of processes that may end on their files before a reader reads no more of them.
    private static let mostFailures = 8
    /// The files that ended a process.
    private static let deadly = Mutex<Set<FileVersion>>([])
    /// The maximum number of files that are recorded.
    private static let mostDeadly = 4096
    /// The maximum number of pictures that are tried for a file.
    private static let mostPictures = 64

    private let program: String
    private let patience: Duration
    private let deadline = ContinuousClock.now + mostTime
    private var process: TagProcess?
    private var failures = 0

    /// Makes a reader; no process runs yet.
    ///
    /// - Parameters:
    ///   - program: The path of `subdial-tags`; usually it is in the folder of this process's executable.
    ///   - patience: The maximum time for one file, more than the processor time that the process itself allows for one.
    package init(program: String? = nil, patience: Duration = .seconds(10)) {
        self.program = program ?? "\(OwnExecutable.folder ?? ".")/subdial-tags"
        self.patience = patience
    }

    /// Reads the tags of a file.
    ///
    /// - Returns: nil if the file does not exist, has another format or has ended a process before, or if there is a ``problem``.
    package func read(_ path: String) -> MusicFile? {
        attempt(path) { (process) throws(TagProcess.Failure) in try process.file(at: path, patience: patience) }
    }

    /// Reads the pictures of a file in order of preference until one is accepted: the front, others, then what only belongs to the artists, and icons.
    ///
    /// - Parameter use: Returns what becomes of a picture, or nil to reject it; the next one is read then.
    /// - Returns: What the first accepted picture became; nil if there is none.
    package func picture<Result>(of path: String, _ use: ([UInt8]) -> Result?) -> Result? {
        attempt(path) { (process) throws(TagProcess.Failure) in
            guard try process.file(at: path, patience: patience) != nil else { return nil }
            for _ in 0..<Self.mostPictures {
                guard let picture = try process.nextPicture(patience: patience) else { return nil }
                if let result = use(picture) { return result }
            }
            return nil
        }
    }

    private func attempt<Result>(_ path: String, _ read: (TagProcess) throws(TagProcess.Failure) -> Result?) -> Result? {
        // Opening a FIFO or a device would block; and a zero byte ends a path.
        guard !path.utf8.contains(0), let version = FileVersion(path: path, followsLinks: true), failures < Self.mostFailures,
            ContinuousClock.now < deadline, !Self.deadly.withLock({ $0.contains(version) }), let process = try? running()
        else { return nil }
        do throws(TagProcess.Failure) {
            return try read(process)
        } catch {
            self.process = nil
            failures += 1
            // A slow disk is no fault of the file.
            if case .ended = error { Self.record(version) }
            return nil
        }
    }

    /// The reason why no music file can be read, such as a missing library; nil if the process can be started.
    package var problem: String? {
        do throws(TagProcess.Failure) {
            _ = try running()
            return nil
        } catch {
            return "the reader of tags cannot be started (\(error))"
        }
    }

    private func running() throws(TagProcess.Failure) -> TagProcess {
        if let process { return process }
        let process = try TagProcess(program, patience: patience)
        self.process = process
        return process
    }

    private static func record(_ version: FileVersion) {
        deadly.withLock { deadly in
            if deadly.count >= mostDeadly { deadly.removeAll() }
            deadly.insert(version)
        }
    }
}
