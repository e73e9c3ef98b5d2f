import FoundationEssentials
import Glibc

@main
enum EntryPoint {
    static func main() async {
        // A reader that goes away is told by the write, not by a signal in the middle of something.
        signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        let context = CommandContext.process()
        let status = await CommandRunner.run(arguments, in: context)
        await context.hub.flush()
        exit(status)
    }
}
