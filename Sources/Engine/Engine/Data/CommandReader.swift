import Glibc
import SubdialBasics
import SubdialKinds
import Subprocess
import Synchronization

/// Runs the commands of kinds, each in its own process group, without input, and with limits for time and output.
struct CommandReader: Sendable {
    /// The time between SIGTERM and SIGKILL.
    private static let grace = Duration.seconds(2)
    /// The maximum size of a command's messages on stderr, in bytes.
    private static let messageLimit = 16 << 10

    let line: CommandTransport.Request
    /// The working folder of the command.
    let folder: String
    /// The path of the program, as `KindTrust` has found and checked it.
    let program: String

    /// The command's output.
    ///
    /// - Parameters:
    ///   - timeout: The timeout in seconds.
    ///   - maximum: The maximum size of the output, in bytes.
    /// - Throws: `KindError` if there is no valid output; no process of the command is left then.
    func output(timeout: Double, maximum: Int) async throws(KindError) -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        let end = try await run(timeout: timeout) { chunk in
            bytes.withLock { bytes in
                bytes += chunk
                return bytes.count <= maximum
            }
        }
        switch end {
        case .exited(let code, let message):
            guard line.exits.contains(code) else {
                throw KindError(.source, at: "command", "it ended with \(code)\(message)")
            }
            return bytes.withLock { $0 }
        case .signalled(let signal): throw KindError(.source, at: "command", "it was ended by signal \(signal)")
        case .timedOut: throw KindError(.source, at: "command", "it did not end in \(timeout.short) s")
        case .flooded: throw KindError(.source, at: "command", "it wrote more than \(maximum) bytes")
        }
    }

    /// Runs a long-lived command, and passes each of its lines to `take`, until it ends or the task is cancelled.
    func lines(maximum: Int, _ take: @escaping @Sendable ([UInt8]) -> Void) async throws(KindError) {
        let splitter = Mutex(LineSplitter(maximum: maximum))
        let end = try await run(timeout: nil) { chunk in
            let (lines, isFine) = splitter.withLock { $0.split(chunk) }
            for line in lines { take(line) }
            return isFine
        }
        switch end {
        case .exited(let code, let message): throw KindError(.source, at: "command", "it has ended with \(code)\(message)")
        case .signalled(let signal): throw KindError(.source, at: "command", "it was ended by signal \(signal)")
        case .timedOut: return
        case .flooded: throw KindError(.source, at: "command", "it wrote a line of more than \(maximum) bytes")
        }
    }

    private enum End: Sendable {
        case exited(Int, message: String)
        case signalled(Int)
        case timedOut, flooded
    }

    /// The process group of a command, and the first reason for which it was ended.
    private final class Control: Sendable {
        private let state = Mutex<(group: pid_t?, end: End?, message: [UInt8])>((nil, nil, []))

        var group: pid_t? { state.withLock { $0.group } }
        var end: End? { state.withLock { $0.end } }
        /// The last line of the command's stderr.
        var message: String {
            let text = state.withLock { String(decoding: $0.message, as: UTF8.self) }
            return text.split(separator: "\n").last.map { ": \($0.prefix(200))" } ?? ""
        }

        func start(_ group: pid_t) { state.withLock { $0.group = group } }
        func recordEnd(_ end: End) { state.withLock { $0.end = $0.end ?? end } }
        func appendMessage(message bytes: [UInt8]) {
            state.withLock { $0.message = ($0.message + bytes).suffix(CommandReader.messageLimit) }
        }
    }

    /// - Parameter take: Receives a piece of the output; returns false to end the command.
    private func run(timeout: Double?, _ take: @escaping @Sendable ([UInt8]) -> Bool) async throws(KindError) -> End {
        let control = Control()
        let result = await withTaskGroup(of: Result<End, KindError>?.self) { tasks in
            tasks.addTask { await runProgram(control, take) }
            if let timeout {
                tasks.addTask {
                    guard (try? await Task.sleep(for: .seconds(min(timeout, 86_400)))) != nil else { return nil }
                    control.recordEnd(.timedOut)
                    if let group = control.group { await Self.end(group) }
                    // A child process that has left the group may keep the pipe open.
                    try? await Task.sleep(for: .seconds(1))
                    return nil
                }
            }
            var result: Result<End, KindError>?
            while result == nil, let next = await tasks.next() {
                result = next
                if next == nil { tasks.cancelAll() }
            }
            tasks.cancelAll()
            return result ?? .success(.timedOut)
        }
        // Remaining processes of the group are killed.
        if let group = control.group { kill(-group, SIGKILL) }
        if let end = control.end { return end }
        return try result.get()
    }

    private func runProgram(_ control: Control, _ take: @escaping @Sendable ([UInt8]) -> Bool) async -> Result<End, KindError>? {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.grace)]
        let place = CommandPlace(folder: folder, adding: line.environment)
        do {
            let outcome = try await Subprocess.run(
                .path(.init(program)), arguments: Arguments(Array(line.arguments.dropFirst())),
                environment: .custom(
                    Dictionary(place.variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) }) { first, _ in first }),
                workingDirectory: .init(folder), platformOptions: options, input: .none, output: .sequence, error: .sequence
            ) { execution in
                let group = execution.processIdentifier.value
                control.start(group)
                let (output, errors) = (execution.standardOutput, execution.standardError)
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask { for try await chunk in errors { control.appendMessage(message: chunk.withUnsafeBytes { Array($0) }) } }
                    tasks.addTask {
                        for try await chunk in output {
                            guard take(chunk.withUnsafeBytes { Array($0) }) else {
                                control.recordEnd(.flooded)
                                kill(-group, SIGKILL)
                                return
                            }
                        }
                    }
                    try await tasks.waitForAll()
                }
            }
            switch outcome.terminationStatus {
            case .exited(let code): return .success(.exited(Int(code), message: control.message))
            case .signaled(let signal): return .success(.signalled(Int(signal)))
            }
        } catch {
            if Task.isCancelled { return .success(.timedOut) }
            return .failure(KindError(.source, at: "command", "'\(program)' cannot be run: \(error)"))
        }
    }

    /// Ends a process group by SIGTERM, and by SIGKILL after the grace time.
    private static func end(_ group: pid_t) async {
        kill(-group, SIGTERM)
        for _ in 0..<20 {
            if kill(-group, 0) != 0 { return }
            try? await Task.sleep(for: grace / 20)
        }
        kill(-group, SIGKILL)
    }
}

/// Splits output into lines.
struct LineSplitter {
    private let maximum: Int
    private var rest: [UInt8] = []

    init(maximum: Int) { self.maximum = maximum }

    /// The lines that a piece completes; false after a line is too long.
    mutating func split(_ chunk: [UInt8]) -> (lines: [[UInt8]], isFine: Bool) {
        var lines: [[UInt8]] = []
        for byte in chunk {
            guard byte == UInt8(ascii: "\n") else {
                rest.append(byte)
                continue
            }
            if rest.contains(where: { $0 > 0x20 }) { lines.append(rest) }
            rest.removeAll(keepingCapacity: true)
        }
        return (lines, rest.count <= maximum)
    }

    /// The last line, which has no end; nil if there is none, or it is too long.
    consuming func end() -> [UInt8]? { rest.count <= maximum && rest.contains { $0 > 0x20 } ? rest : nil }
}

extension Double {
    fileprivate var short: String { self == rounded() ? "\(Int(saturating: self))" : "\(self)" }
}
