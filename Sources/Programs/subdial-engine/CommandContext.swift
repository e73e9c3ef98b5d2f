import FoundationEssentials
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
/// The same command runs in its own process, in the engine for a front, or in the process of a test.
struct CommandContext: Sendable {
    let environment: [String: String]
    /// The folder to which relative paths refer.
    let workingFolder: String
    /// The hub that all commands of this process share; created when it is first used.
    var hub: Hub { hubs.hub }
    private let hubs: CommonHub
    let logger: Logger
    /// The messages about refused pictures: on stderr, or in the log of an engine.
    let pictureReports: PictureReports
    private let output: any CommandOutput
    private let warnings = IssuedWarnings()
    /// The front that made the request; nil if there is none.
    let session: FrontSession?
    /// The line that the bar shows already, if this engine replaces another one.
    var resume: String? { session?.request.resume }

    /// The context of this process.
    static func process() -> CommandContext {
        CommandContext(
            environment: ProcessInfo.processInfo.environment, workingFolder: FileManager.default.currentDirectoryPath,
            output: ProcessOutput(), logger: Logger(label: "subdial") { CleanLogHandler(StreamLogHandler.standardError(label: $0)) })
    }

    /// The context of a front's request.
    init(_ session: FrontSession, hub: Hub, logger: Logger) {
        environment = session.request.environmentByName
        workingFolder = session.request.workingFolder
        hubs = CommonHub { hub }
        self.logger = Logger(label: logger.label) { _ in FrontLogHandler(session, engine: logger.handler) }
        output = session
        self.session = session
        pictureReports = PictureReports(namesOf: hub.pictureReports) { session.write(stderr: "subdial: \($0.withoutControls)\n") }
    }

    /// A context without a front, with a hub of its own.
    ///
    /// - Parameter logsPictures: True to log the messages about refused pictures; otherwise they go to stderr.
    init(
        environment: [String: String], workingFolder: String, output: any CommandOutput, logger: Logger, logsPictures: Bool = false
    ) {
        self.environment = environment
        self.workingFolder = workingFolder
        let reports = PictureReports { message in
            if logsPictures { logger.warning("\(message)") } else { output.write(stderr: "subdial: \(message.withoutControls)\n") }
        }
        pictureReports = reports
        hubs = CommonHub { Hub(folders: UserFolders(environment: environment), logger: logger, pictureReports: reports) }
        self.logger = logger
        self.output = output
        session = nil
    }

    /// The same context for an engine, whose messages about refused pictures go to its log.
    var ofEngine: CommandContext {
        CommandContext(environment: environment, workingFolder: workingFolder, output: output, logger: logger, logsPictures: true)
    }

    /// Writes what the hub has not stored yet, if there is one.
    func flush() async { await hubs.existing?.flush() }

    /// Keeps an object until the process ends, if it ends with the command: the exit frees all memory at once.
    func retain(_ object: AnyObject) {
        if output.endsProcess { _ = Unmanaged.passRetained(object) }
    }

    /// Sets the log level for this command; while a front is attached, its level also applies to the engine's own work.
    func log(from level: Logger.Level) {
        if let session { LogLevels.shared.set(level, of: session) } else { LogLevels.shared.set(level) }
    }

    // Titles, names and ids of sources and files are part of much output; their control characters must not reach a terminal.

    /// Writes one line, given without its newline, in one piece and without control characters.
    func print(_ line: String) async { await write(line + "\n") }

    /// Writes one line like ``print(_:)``; it replaces earlier lines that a slow reader has not read yet.
    func writeLine(_ line: String) { output.write(line: line.withoutControls) }

    /// Writes text of several lines, without control characters.
    func write(_ text: String) async { await output.write(stdout: text.withoutControls) }

    /// Writes a text with emphasis, as `color` requests.
    func write(_ text: StyledText, _ color: ColorChoice) async {
        await output.write(stdout: text.text(isColored: isColored(color, isTerminal: outputIsTerminal)))
    }

    /// Writes raw bytes, such as a picture.
    func write(_ bytes: [UInt8]) { output.write(bytes: bytes) }

    /// Writes a message of one line to stderr.
    func complain(_ message: String) { output.write(stderr: "subdial: \(message.withoutControls)\n") }

    /// Writes a warning to stderr, unless this command has written it already: a server reads the same kinds for each request.
    func warn(_ message: String) {
        if warnings.isNew(message) { complain(message) }
    }

    /// Writes a message with emphasis to stderr.
    func complain(_ message: StyledText, _ color: ColorChoice) {
        output.write(stderr: "subdial: \(message.text(isColored: isColored(color, isTerminal: output.errorsAreOnTerminal)))\n")
    }

    /// Writes the result of long work to stderr, for someone who waits for it at a terminal.
    func conclude(_ result: String) {
        if output.errorsAreOnTerminal { output.write(stderr: "\(result.withoutControls)\n") }
    }

    /// Replaces the current line of a terminal at stderr; an empty one removes it.
    ///
    /// A line longer than the terminal is cut: only its last row would be replaced.
    func showProgress(_ line: String) {
        if output.errorsAreOnTerminal { output.write(stderr: "\r\u{1B}[K\(line.withoutControls.prefix(max(0, columns - 1)))") }
    }

    /// True if stdout is a terminal.
    var outputIsTerminal: Bool { output.isTerminal }

    /// True if output is coloured; by default on a terminal, unless `NO_COLOR` is set.
    func isColored(_ choice: ColorChoice, isTerminal: Bool) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// The width of the terminal in columns, at most 100; 80 if stdout is no terminal.
    var columns: Int { min(100, output.columns ?? 80) }

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

    /// The path of the program `subdial` that is installed with this executable; nil if there is none.
    static var front: String? {
        guard let folder = OwnExecutable.folder else { return nil }
        let prefix = folder.hasSuffix("/libexec/subdial") ? "\(folder.dropLast("/libexec/subdial".count))/bin" : folder
        return FileManager.default.isExecutableFile(atPath: "\(prefix)/subdial") ? "\(prefix)/subdial" : nil
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

/// The warnings that a command has written.
private final class IssuedWarnings: Sendable {
    private let messages = Mutex<Set<String>>([])

    /// True for a warning that was not written yet; it then counts as written.
    func isNew(_ message: String) -> Bool { messages.withLock { $0.insert(message).inserted } }
}
