import Glibc
import SubdialBasics
import SubdialEngine
import SubdialSystem

/// The destination of a command's output.
///
/// Texts are raw: ``CommandContext`` removes control characters before.
protocol CommandOutput: Sendable {
    /// True if this process ends with the command.
    var endsProcess: Bool { get }
    /// True if stdout is a terminal.
    var isTerminal: Bool { get }
    /// True if stderr is a terminal of this process.
    var errorsAreOnTerminal: Bool { get }
    /// The width of the terminal; nil if stdout is no terminal of this process.
    var columns: Int? { get }

    /// Writes text to stdout; waits while the reader is slow.
    func write(stdout text: String) async
    /// Writes raw bytes, such as a picture, to stdout.
    func write(bytes: [UInt8])
    /// Writes one line, given without its newline; it replaces earlier lines that a slow reader has not read yet.
    func write(line: String)
    /// Writes text to stderr.
    func write(stderr text: String)
}

/// The stdout and stderr of a process that runs one command.
///
/// A write that fails ends the process.
struct ProcessOutput: CommandOutput {
    var endsProcess: Bool { true }
    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    var errorsAreOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    var columns: Int? {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    func write(stdout text: String) { write(bytes: Array(text.utf8)) }
    func write(bytes: [UInt8]) { Self.write(bytes, to: STDOUT_FILENO) }
    func write(line: String) { write(bytes: Array("\(line)\n".utf8)) }
    func write(stderr text: String) { Self.write(Array(text.utf8), to: STDERR_FILENO) }

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
                write(Array("subdial: stdout cannot be written: \(SystemError.last)\n".utf8), to: STDERR_FILENO)
            }
            exit(ExitStatus.cannotWrite.rawValue)
        }
    }
}

/// A front prints on the descriptors of its own process, where the engine cannot see the terminal.
extension FrontSession: CommandOutput {
    var endsProcess: Bool { false }
    var isTerminal: Bool { request.outputIsTerminal }
    var errorsAreOnTerminal: Bool { false }
    var columns: Int? { nil }
}
