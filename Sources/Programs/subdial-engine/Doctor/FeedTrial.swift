import ArgumentParser
import Glibc
import SubdialBasics
import SubdialEngine

/// Tries the command of a bar: its program, its options, its texts, and its line.
struct FeedTrial {
    /// The folders of programs, if the environment names none.
    private static let standardPath = "/usr/local/bin:/usr/bin:/bin"

    let call: FeedCall
    /// The running bar, whose environment the command has; nil for that of this command.
    let process: BarProcess?
    let files: BarFiles
    let context: CommandContext

    /// What is wrong with the command, and what the bar shows now.
    func result() async -> (faults: [String], shown: String) {
        var faults = programFault.map { [$0] } ?? []
        let command: FeedCommand
        do {
            guard let parsed = try SubdialCommand.parseAsRoot(call.arguments) as? FeedCommand else { return (faults, "") }
            command = parsed
        } catch {
            return (faults + [CommandRunner.usageMessage(error, of: call.arguments)], "")
        }
        do {
            let setup = try command.setup(in: barContext)
            faults += setup.options.warnings(setup.schema)
            guard faults.isEmpty, !setup.followed.isStdin else { return (faults, "shows what its command receives") }
            let (text, error) = await FeedSession(hub: context.hub, setup: setup, logger: context.logger).text()
            let reason = error.map { ": \(CommandFailure($0).message)" } ?? ""
            return (faults, text.isEmpty ? "shows nothing now\(reason)" : "shows '\(text)'")
        } catch {
            return (faults + [CommandFailure(error).message], "")
        }
    }

    /// The environment of the command.
    private var environment: [String: String] { (process?.environment ?? context.environment).merging(call.variables) { $1 } }

    /// The context of the command, whose output is not shown.
    private var barContext: CommandContext {
        CommandContext(environment: environment, workingFolder: files.home, output: NoOutput(), logger: context.logger)
    }

    /// The fault of a program that the bar cannot run; nil if it can.
    private var programFault: String? {
        let own = CommandContext.front
        let remedy = own.map { "; write its whole path, \($0)" } ?? ""
        guard !call.program.contains("/") else {
            let path = files.paths(call.program, in: files.home).first
            return path.map { access($0, X_OK) == 0 } == true ? nil : "there is no program \(call.program)\(remedy)"
        }
        let folders = (environment["PATH"] ?? Self.standardPath).split(separator: ":")
        guard !folders.contains(where: { access("\($0)/\(call.program)", X_OK) == 0 }) else { return nil }
        return
            "there is no '\(call.program)' on the PATH\(process == nil ? "" : " of the bar") (\(folders.joined(separator: ":")))\(remedy)"
    }
}

/// The output of a command that is only tried.
private struct NoOutput: CommandOutput {
    var endsProcess: Bool { false }
    var isTerminal: Bool { false }
    var errorsAreOnTerminal: Bool { false }
    var columns: Int? { nil }

    func write(stdout text: String) {}
    func write(bytes: [UInt8]) {}
    func write(line: String) {}
    func write(stderr text: String) {}
}
