import FoundationEssentials
import Glibc
import SubdialBasics
import Subprocess

/// A run of the program `swift`, of which no process is left when it returns.
struct SwiftCommand: Sendable {
    /// How a run ended.
    struct Outcome: Sendable {
        let isSuccess: Bool
        /// The words for the exit.
        let status: String
        /// The lines of both output streams.
        let lines: [String]
    }

    /// The maximum number of stored lines of output.
    private static let mostLines = 50_000
    /// The maximum wait for a build system that ends its compilers.
    private static let patience = Duration.seconds(3)

    let swift: String
    let environment: [String: String]

    /// Runs until the end, or until the task is cancelled.
    ///
    /// - Parameter tell: Receives each line of the output.
    func run(_ arguments: [String], in folder: String, tell: @escaping @Sendable (String) -> Void = { _ in }) async throws -> Outcome {
        var options = PlatformOptions()
        // An interrupt of the terminal is only for this process, and the compilers are found by their session.
        options.createSession = true
        options.teardownSequence = [.send(signal: .interrupt, allowedDurationToNextStep: Self.patience)]
        var lines: [String] = []
        var session: pid_t?
        defer { session.map(ProcessSession.end) }
        let outcome = try await Subprocess.run(
            .path(.init(swift)), arguments: Arguments(arguments), environment: environment.forSubprocess, workingDirectory: .init(folder),
            platformOptions: options, input: .none, output: .sequence, error: .combinedWithOutput
        ) { process in
            session = process.processIdentifier.value
            for try await line in process.standardOutput.strings(bufferingPolicy: .unbounded) where lines.count < Self.mostLines {
                lines.append(line)
                tell(line)
            }
        }
        let status =
            switch outcome.terminationStatus {
            case .exited(let code): "exit code \(code)"
            case .signaled(let signal): "signal \(signal)"
            }
        return Outcome(isSuccess: outcome.terminationStatus.isSuccess, status: status, lines: lines)
    }
}

/// The processes of a session.
enum ProcessSession {
    /// Kills all processes that are left in a session.
    ///
    /// A build system gives each compiler a process group, so that signals for its own do not reach them.
    static func end(_ session: pid_t) {
        // A process can start another one between the list and the signal.
        for _ in 0..<10 {
            let members = members(of: session)
            guard !members.isEmpty else { return }
            for process in members { kill(process, SIGKILL) }
            usleep(2000)
        }
    }

    /// The processes of a session that have not ended.
    static func members(of session: pid_t) -> [pid_t] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return [] }
        return names.compactMap { name in
            guard let process = pid_t(name), let data = FileManager.default.contents(atPath: "/proc/\(name)/stat") else { return nil }
            // The name of the program can contain spaces and parentheses.
            let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 3, pid_t(fields[3]) == session, fields[0] != "Z", fields[0] != "X" else { return nil }
            return process
        }
    }
}

extension [String: String] {
    /// The variables of a process.
    var forSubprocess: Environment {
        .custom([Environment.Key: String](map { (Environment.Key(stringLiteral: $0.key), $0.value) }) { first, _ in first })
    }
}
