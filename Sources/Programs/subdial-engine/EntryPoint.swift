import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialConcurrency
import SubdialDrawing
import SubdialEngine
import SubdialEngineWire
import SubdialGLib
import SubdialHTTP
import SubdialSystem
import SubdialWidgets

@main
enum EntryPoint {
    /// The commands that wait for changes until they are stopped; others do with `--watch`.
    ///
    /// Not those with a web server: AsyncAlgorithms, which the server's libraries use, holds a lock while a task suspends. On another pool than
    /// Swift's own, the runtime then takes the lock of the task, and the end of a server that cannot listen blocks for ever.
    private static let resting: Set = [FrontsCommand.word, "activity", "mirror"]

    static func main() async {
        // With SIGPIPE ignored, a lost reader becomes a write error instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        // A bundle brings a database along, for machines without one.
        if let folder = OwnExecutable.folder { ZoneInfo.replaceMissingDatabase(by: "\(folder)/../../share/subdial/zoneinfo") }
        HTTPSettings.shared.userAgent = "subdial/\(SubdialVersion.current)"
        let arguments = commandLine(CommandLine.arguments)
        // What rests most of the time must not wake for nothing.
        if Self.resting.contains(arguments.first ?? "") || arguments.contains("--watch") { TaskPool.shared.install() }
        // The engine of the bars rests most of the time, and gives its memory back.
        if arguments.first != FrontsCommand.word { FreedMemory.retain() }
        // While the arguments are parsed.
        let isDrawing = arguments.first == "render"
        if isDrawing { Resources.prepare() }
        let context = CommandContext.process()
        let status = await CommandRunner.run(arguments, in: context)
        await context.flush()
        if isDrawing { WidgetRenderer.endPreparation() }
        exit(status)
    }

    /// The arguments in the form that ``SubdialCommand`` parses.
    ///
    /// Fronts and systemd units run the executable under its own name; its `serve` serves fronts, unlike `subdial serve`.
    private static func commandLine(_ line: [String]) -> [String] {
        let arguments = Array(line.dropFirst())
        guard line.first?.split(separator: "/").last == "subdial-engine", arguments.first == "serve" else { return arguments }
        return [FrontsCommand.word] + arguments.dropFirst()
    }
}
