import FoundationEssentials
import Logging
import Subprocess

/// A user's command that runs after changes.
///
/// Runs do not overlap, and start at most every 500 ms: changes that arrive meanwhile are combined into one more run.
package actor UpdateCommand {
    /// The minimum interval between two starts.
    private static let interval = Duration.milliseconds(500)

    private let command: String
    private let workingFolder: String
    private let logger: Logger
    private var waiting: [String: String]?
    private var running: Task<Void, Never>?
    private var started: ContinuousClock.Instant?

    /// Makes a runner for `command`, a line for `sh -c`.
    package init(_ command: String, workingFolder: String, logger: Logger) {
        self.command = command
        self.workingFolder = workingFolder
        self.logger = logger
    }

    /// Runs the command soon, with these variables added to this process's environment.
    ///
    /// Of several calls before the start, the last one's variables apply.
    package func run(with variables: [String: String]) {
        waiting = variables
        guard running == nil else { return }
        running = Task { await runWaiting() }
    }

    /// Waits until no run is active or pending.
    package func finish() async {
        await running?.value
    }

    private func runWaiting() async {
        while waiting != nil {
            if let started {
                let rest = Self.interval - (ContinuousClock.now - started)
                if rest > .zero { try? await Task.sleep(for: rest) }
            }
            guard let variables = waiting else { break }
            waiting = nil
            started = .now
            await runOnce(variables)
        }
        running = nil
    }

    private func runOnce(_ variables: [String: String]) async {
        let environment = Environment.inherit.updating(
            Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
        do {
            let outcome = try await Subprocess.run(
                .path("/bin/sh"), arguments: ["-c", command], environment: environment, workingDirectory: .init(workingFolder),
                output: .discarded, error: .string(limit: 4096))
            guard !outcome.terminationStatus.isSuccess else { return }
            let said = outcome.standardError.split(separator: "\n").last.map { ": \($0)" } ?? ""
            logger.error("the command '\(command)' failed, \(outcome.terminationStatus)\(said)")
        } catch {
            logger.error("the command '\(command)' cannot be run: \(error)")
        }
    }
}
