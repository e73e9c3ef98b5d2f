import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialEngine
import SubdialEngineWire
import SubdialFeeds
import SubdialLibrary
import SubdialSystem
import SubdialWidgets

/// `subdial doctor`: checks the installation, the configuration and the sources, and prints remedies.
struct DoctorCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the installation, the sources and the configuration, and print a remedy for each problem.",
        discussion: "The command connects to the followed sources. A missing optional part is not a failure.")

    static let manual = CommandManual(
        "installing",
        [
            "subdial doctor": "Check the installation",
            "subdial doctor --bar waybar": "Print the configuration for Waybar",
        ])

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("Print the text for the configuration of a bar; 'subdial feed --list' lists the formats.", valueName: "NAME"),
        completion: CompletedValues.bars)
    var bar: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        if let bar {
            let setup = try BarSetup.named(bar)
            if let place = setup.place { context.complain("paste this into \(place):") }
            await context.write(setup.text + "\n")
            return .done
        }
        var report = DoctorReport()
        report.good("version", SubdialVersion.line)
        let configuration = checkConfiguration(context, &report)
        checkResources(configuration, &report)
        if let configuration {
            let faults = ConfigurationFaults(configuration, in: context).all
            for fault in faults { report.bad(fault.key, fault.message) }
            await DoctorSources(configuration: configuration, context: context).check(&report)
            checkCover(configuration, &report)
            await DoctorServing(configuration: configuration, context: context, hasBroker: !faults.contains { $0.key == "mqtt" }).check(
                &report)
        }
        checkFolders(context, &report)
        if let problem = MusicFileReader().problem {
            report.bad("music files", "\(problem): install libtag1v5 or libtag2; if subdial-tags is missing, install subdial again")
        }
        await DoctorBars(context: context).check(&report)
        checkEngine(context, &report)
        await context.write(report.text, global.general.color)
        return report.isHealthy ? .done : .unavailable
    }

    private func checkConfiguration(_ context: CommandContext, _ report: inout DoctorReport) -> Configuration? {
        do {
            let configuration = try global.configuration(in: context)
            let check = ConfigurationCheck(path: configuration.path)
            if let problem = check.problems.first {
                report.bad("configuration", "\(problem.text(in: configuration.path)); 'subdial config check' tells all")
            } else {
                report.good("configuration", check.isThere ? configuration.path : "there is no \(configuration.path), and none is needed")
            }
            return configuration
        } catch {
            report.bad("configuration", "\(error)")
            return nil
        }
    }

    private func checkResources(_ configuration: Configuration?, _ report: inout DoctorReport) {
        do {
            let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: configuration?.templates)
            report.good("templates", [resources.userPath, resources.path].compactMap { $0 }.joined(separator: ", "))
            let renderer = try WidgetRenderer(resources: resources)
            report.good("fonts", "Inter and its fallbacks")
            report.good("widgets", renderer.kinds.joined(separator: ", "))
            if let theme = configuration?.theme, (try? Theme(named: theme, in: resources)) != nil { report.good("theme", theme) }
        } catch {
            report.bad("pictures", "\(error)")
        }
    }

    private func checkCover(_ configuration: Configuration, _ report: inout DoctorReport) {
        guard let art = configuration.art else { return }
        do throws(ArtError) {
            try art.tryOut()
            report.good("cover", art.path ?? "kept in a folder of Subdial's own")
        } catch {
            report.bad("cover", "\(error)")
        }
    }

    /// Checks the state and cache folders.
    ///
    /// Without them a feed has no line after a restart before the source has responded, and no cached covers.
    private func checkFolders(_ context: CommandContext, _ report: inout DoctorReport) {
        let folders = UserFolders(environment: context.environment)
        for (name, folder) in [("state", folders.state), ("cache", folders.cache)] {
            do {
                try Self.tryOut(folder)
                report.good(name, folder.path)
            } catch {
                report.bad(name, "\(error)")
            }
        }
    }

    /// Writes a file in the folder, reads it, and removes it: a full or a read-only disk has a folder that seems to be writable.
    private static func tryOut(_ folder: PrivateFolder) throws {
        let file = folder.file(".doctor-\(getpid())")
        defer { unlink(file.path) }
        let bytes = Array("\(file.path)\n".utf8)
        try file.write(bytes, isDurable: true)
        guard try file.bytes(limit: 1 << 16) == bytes else {
            throw WriteError(path: file.path, reason: "it has another content afterwards")
        }
    }

    private func checkEngine(_ context: CommandContext, _ report: inout DoctorReport) {
        do {
            let place = try SocketPlace.of(user: geteuid()) { context.environment[$0] }
            guard var engine = try EngineConnection(to: place) else {
                return report.good("engine", "not running; the first bar starts it at \(place.socket)")
            }
            // A listening socket is not enough: a stopped process still listens.
            try engine.greet()
            report.good("engine", "running at \(place.socket)")
        } catch {
            report.bad("engine", "\(error)")
        }
    }
}
