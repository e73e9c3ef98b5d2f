import FoundationEssentials
import Glibc

@main
enum EntryPoint {
    static func main() async {
        // A reader that goes away is told by the write, not by a signal in the middle of something.
        signal(SIGPIPE, SIG_IGN)
        let arguments = commandLine(CommandLine.arguments)
        let context = CommandContext.process()
        let status = await CommandRunner.run(arguments, in: context)
        await context.hub.flush()
        exit(status)
    }

    /// The arguments as ``SubdialCommand`` has them.
    ///
    /// Fronts and units of systemd run the program under its own name: its `serve` serves fronts. `subdial serve` is another command.
    private static func commandLine(_ line: [String]) -> [String] {
        let arguments = Array(line.dropFirst())
        guard line.first?.split(separator: "/").last == "subdial-engine", arguments.first == "serve" else { return arguments }
        return [FrontsCommand.word] + arguments.dropFirst()
    }
}
