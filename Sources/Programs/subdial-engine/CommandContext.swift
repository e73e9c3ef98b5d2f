import FoundationEssentials
import Glibc
import Logging
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialPlayback
import SubdialSnapshots
import SubdialSystem
import Synchronization

/// The environment of a command: its caller, its working folder, and its output.
///
/// The same command runs in its own process, or in the engine for a front.
struct CommandContext: Sendable {
    let environment: [String: String]
    /// The folder to which relative paths refer.
    let workingFolder: String
    /// The hub that all commands of this process share; created when it is first used.
    var hub: Hub { hubs.hub }
    private let hubs: CommonHub
    let logger: Logger
    /// The line that the bar shows already, if this engine replaces another one.
    let resume: String?
    /// The front that made the request; nil if the command has its own process.
    let session: FrontSession?

    /// The context of this process.
    static func process() -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let logger = Logger(label: "subdial") { CleanLogHandler(StreamLogHandler.standardError(label: $0)) }
        return CommandContext(
            environment: environment, workingFolder: FileManager.default.currentDirectoryPath,
            hubs: CommonHub { Hub(folders: UserFolders(environment: environment), logger: logger) }, logger: logger, resume: nil,
            session: nil)
    }

    /// The context of a front's request.
    init(_ session: FrontSession, hub: Hub, logger: Logger) {
        let logger = Logger(label: logger.label) { _ in FrontLogHandler(session, engine: logger.handler) }
        self.init(
            environment: session.request.environmentByName, workingFolder: session.request.workingFolder, hubs: CommonHub { hub },
            logger: logger, resume: session.request.resume, session: session)
    }

    private init(
        environment: [String: String], workingFolder: String, hubs: CommonHub, logger: Logger, resume: String?, session: FrontSession?
    ) {
        self.environment = environment
        self.workingFolder = workingFolder
        self.hubs = hubs
        self.logger = logger
        self.resume = resume
        self.session = session
    }

    /// Writes what the hub has not stored yet, if there is one.
    func flush() async { await hubs.existing?.flush() }

    /// Keeps an object until the process ends, if the command has its own: the exit frees all memory at once.
    func retain(_ object: AnyObject) {
        if session == nil { _ = Unmanaged.passRetained(object) }
    }

    /// Sets the log level for this command; while a front is attached, its level also applies to the engine's own work.
    func log(from level: Logger.Level) {
        if let session { LogLevels.shared.set(level, of: session) } else { LogLevels.shared.set(level) }
    }

    // Titles, names and ids of sources and files are part of much output; their control characters must not reach a terminal.

    /// Writes one line, given without its newline, in one piece and without control characters.
    func print(_ line: String) async { await write(line + "\n") }

    /// Writes one line like ``print(_:)``; it replaces earlier lines that a slow reader has not read yet.
    func writeLine(_ line: String) {
        let line = line.withoutControls
        if let session { session.write(line: line) } else { Self.write(line + "\n", to: STDOUT_FILENO) }
    }

    /// Writes text of several lines, without control characters.
    func write(_ text: String) async {
        let text = text.withoutControls
        if let session { await session.write(stdout: text) } else { Self.write(text, to: STDOUT_FILENO) }
    }

    /// Writes a text with emphasis, as `color` requests.
    func write(_ text: StyledText, _ color: ColorChoice) async {
        let text = text.text(isColored: isColored(color, isTerminal: outputIsTerminal))
        if let session { await session.write(stdout: text) } else { Self.write(text, to: STDOUT_FILENO) }
    }

    /// Writes raw bytes, such as a picture; only if the command has its own process.
    func write(_ bytes: [UInt8]) { Self.write(bytes, to: STDOUT_FILENO) }

    /// Writes a message of one line to stderr.
    func complain(_ message: String) {
        let line = "subdial: \(message.withoutControls)\n"
        if let session { session.write(stderr: line) } else { Self.write(line, to: STDERR_FILENO) }
    }

    /// Writes a message with emphasis to stderr.
    func complain(_ message: StyledText, _ color: ColorChoice) {
        let line = "subdial: \(message.text(isColored: isColored(color, isTerminal: errorsAreOnTerminal)))\n"
        if let session { session.write(stderr: line) } else { Self.write(line, to: STDERR_FILENO) }
    }

    /// Writes the result of long work to stderr, for someone who waits for it at a terminal.
    func conclude(_ result: String) {
        if errorsAreOnTerminal { Self.write("\(result.withoutControls)\n", to: STDERR_FILENO) }
    }

    /// The absolute path for a path from the user.
    func path(_ written: String) -> String {
        written.hasPrefix("/") ? written : "\(workingFolder)/\(written)"
    }

    /// The text of a file from the user: a path, which may be a FIFO, or `-` for standard input.
    func text(ofFile written: String, as what: String) throws(CommandFailure) -> String {
        String(decoding: try bytes(ofFile: written, as: what), as: UTF8.self)
    }

    /// The bytes of a file from the user, specified as for ``text(ofFile:as:)``.
    func bytes(ofFile written: String, as what: String) throws(CommandFailure) -> [UInt8] {
        do throws(ReadError) {
            return try InputFile.bytes(at: written == "-" ? written : path(written))
        } catch {
            switch error {
            case .missing: throw CommandFailure(.missingInput, "\(written): there is no such \(what)")
            case .unreadable(let reason), .wrongKind(let reason):
                throw CommandFailure(.missingInput, "\(written): this \(what) cannot be read: \(reason)")
            case .tooLong(let limit): throw CommandFailure(.badData, "\(written): this \(what) is longer than \(limit >> 20) MiB")
            }
        }
    }

    /// The path of the running executable.
    static var executable: String { OwnExecutable.path ?? CommandLine.arguments[0] }

    private static func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), bytes.count - offset) }
            if count > 0 {
                offset += count
                continue
            }
            if count < 0, errno == EINTR { continue }
            // The output has no reader any more, so the process ends.
            if errno == EPIPE { exit(ExitStatus.done.rawValue) }
            // The output is lost, and the rest of the command does not report it.
            if descriptor != STDERR_FILENO {
                write("subdial: stdout cannot be written: \(SystemError.last)\n", to: STDERR_FILENO)
            }
            exit(ExitStatus.cannotWrite.rawValue)
        }
    }
}

extension CommandContext {
    /// True in a GitHub job, whose runner reads the output.
    var isOnGitHub: Bool { environment["GITHUB_ACTIONS"] == "true" }

    /// In a GitHub job, reports the result as annotations and on the job's summary page.
    ///
    /// - Parameter folder: The folder of the report.
    func writeGitHubSummary(_ report: SnapshotReport, folder: String?) async {
        if isOnGitHub { await write(GitHubAnnotations.text(report)) }
        guard let summary = environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return }
        let file = path(summary)
        // Earlier steps may have written to the file.
        let length = FileVersion(path: file)?.size ?? 0
        let shown = folder.map { $0.hasPrefix(workingFolder + "/") ? String($0.dropFirst(workingFolder.count + 1)) : $0 }
        let text = GitHubSummary.text(report, folder: shown, limit: GitHubSummary.maximumBytes - length)
        do {
            try AppendedFile.append(Array(text.utf8), to: file, behind: length, isDurable: false)
        } catch {
            complain("the summary of the job cannot be written: \(error)")
        }
    }
}

/// The hub of a process, created when it is first used: a picture of an entry file needs none.
final class CommonHub: Sendable {
    private let made = Mutex<Hub?>(nil)
    private let make: @Sendable () -> Hub

    init(make: @escaping @Sendable () -> Hub) { self.make = make }

    /// The hub.
    fileprivate var hub: Hub {
        made.withLock { made in
            if let made { return made }
            let new = make()
            made = new
            return new
        }
    }

    /// The hub, if it has been used.
    fileprivate var existing: Hub? { made.withLock { $0 } }
}
