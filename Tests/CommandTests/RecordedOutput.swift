import Foundation
import Logging
import SubdialBasics
import Synchronization

@testable import SubdialProcessSupport
@testable import subdial_engine

/// The output of a command that runs in the test process.
final class RecordedOutput: CommandOutput {
    private let written = Mutex((output: [UInt8](), errors: ""))

    let endsProcess = false
    let isTerminal = false
    let errorsAreOnTerminal: Bool
    let columns: Int? = nil

    init(errorsAreOnTerminal: Bool = false) { self.errorsAreOnTerminal = errorsAreOnTerminal }

    func write(stdout text: String) { write(bytes: Array(text.utf8)) }
    func write(bytes: [UInt8]) { written.withLock { $0.output += bytes } }
    func write(line: String) { write(bytes: Array("\(line)\n".utf8)) }
    func write(stderr text: String) { written.withLock { $0.errors += text } }

    /// The recorded output, as that of a process with this exit code.
    fileprivate func outcome(_ status: Int32) -> Sandbox.Outcome {
        let (output, errors) = written.withLock { $0 }
        return Sandbox.Outcome(status: status, output: String(decoding: output, as: UTF8.self), errors: errors, bytes: output)
    }
}

extension Sandbox {
    /// Runs a command line to its exit code within this process, which takes a fraction of the time of a process.
    ///
    /// It is for commands that need no engine, no standard input, no terminal and no workers; `remove()` then suffices in place of `clean()`.
    @discardableResult
    func perform(_ arguments: String..., environment: [String: String] = [:]) async -> Outcome {
        await perform(arguments, environment: environment)
    }

    @discardableResult
    func perform(
        _ arguments: [String], environment more: [String: String] = [:], errorsAreOnTerminal: Bool = false
    ) async -> Outcome {
        let output = RecordedOutput(errorsAreOnTerminal: errorsAreOnTerminal)
        let context = CommandContext(
            environment: environment(more), workingFolder: folder.path, output: output,
            logger: Logger(label: "subdial") { _ in SwiftLogNoOpLogHandler() })
        let status = await CommandRunner.run(arguments, in: context)
        await context.flush()
        return output.outcome(status)
    }

    /// Removes the folders of a sandbox in which no engine has run.
    func remove() { try? FileManager.default.removeItem(at: folder) }
}
