import ArgumentParser
import Bridge
import Discovery
import Engine
import EngineWire
import Feeds
import FoundationEssentials
import Glibc
import Playback
import Widgets

/// `subdial doctor`: what is installed, reachable and configured, and what to do about what is not.
struct DoctorCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Tell what is installed, reachable and configured, and what to do about what is not.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Print what to paste into this bar's configuration; 'subdial feed --list' names them.", valueName: "NAME"))
    var bar: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        if let bar {
            await context.write(try FeedFormat.named(bar).setup + "\n")
            return .done
        }
        var report = Report()
        report.add("version", .success(SubdialVersion.line))
        var configuration: Configuration?
        do {
            configuration = try global.configuration(in: context)
            let file = Self.configurationFile(context)
            let isThere = FileManager.default.fileExists(atPath: file)
            report.add("configuration", .success(isThere ? file : "there is no \(file), and none is needed"))
        } catch {
            report.add("configuration", .failure("\(error)"))
        }
        checkResources(configuration, &report)
        await checkBridge(configuration, context, &report)
        checkEngine(context, &report)
        await context.write(report.text)
        return report.isHealthy ? .done : .unavailable
    }

    private static func configurationFile(_ context: CommandContext) -> String {
        UserFolders(environment: context.environment).configuration + "/config.yaml"
    }

    private func checkResources(_ configuration: Configuration?, _ report: inout Report) {
        do {
            let resources = try ResourceFolder.find(executable: CommandContext.executable, userPath: configuration?.templates)
            report.add("templates", .success(resources.path))
            let renderer = try WidgetRenderer(resources: resources)
            report.add("fonts", .success("Inter, and what stands in for it"))
            report.add("widgets", .success(renderer.kinds.joined(separator: ", ")))
        } catch {
            report.add("pictures", .failure("\(error)"))
        }
    }

    private func checkBridge(_ configuration: Configuration?, _ context: CommandContext, _ report: inout Report) async {
        guard let bridge = configuration?.bridge else {
            await findBridges(context, &report)
            return
        }
        do {
            guard let source = try await context.hub.bridge(at: bridge) else { return }
            let status = try await source.status()
            let version = [status.service, status.version].compactMap { $0 }.joined(separator: " ")
            report.add("bridge", .success("\(source.address.text), \(version.isEmpty ? "of an unknown version" : version)"))
            let zones = try await context.hub.source(at: bridge).zones()
            report.add("zones", zones.isEmpty ? .failure("the bridge knows none yet") : .success(zones.map(\.name).joined(separator: ", ")))
        } catch {
            report.add("bridge", .failure("\(error)"))
        }
    }

    /// Several bridges are listed, and none is guessed: which one is meant is for the user to say.
    private func findBridges(_ context: CommandContext, _ report: inout Report) async {
        let file = Self.configurationFile(context)
        let found = (try? await Discovery(logger: context.logger).bridges(within: .seconds(2))) ?? []
        guard !found.isEmpty else {
            return report.add(
                "bridge", .failure("none is set: write 'bridge: http://HOST:8088' in \(file); to try without one, run 'subdial simulate'"))
        }
        for bridge in found.sorted() {
            report.add(
                "bridge", .failure("none is set; \(bridge.name) is on this network: write 'bridge: \(bridge.address.text)' in \(file)"))
        }
    }

    private func checkEngine(_ context: CommandContext, _ report: inout Report) {
        do {
            let place = try SocketPlace.of(user: geteuid()) { context.environment[$0] }
            guard var engine = try EngineConnection(to: place) else {
                return report.add("engine", .success("not running; the first bar starts it at \(place.socket)"))
            }
            // That somebody listens is not enough: one that has been stopped listens on.
            try engine.greet()
            report.add("engine", .success("running at \(place.socket)"))
        } catch {
            report.add("engine", .failure("\(error)"))
        }
    }
}

/// What was found out, a line each.
private struct Report {
    enum Finding {
        case success(String)
        case failure(String)
    }

    private(set) var text = ""
    private(set) var isHealthy = true

    mutating func add(_ name: String, _ finding: Finding) {
        let label = name + String(repeating: " ", count: max(0, 14 - name.count))
        switch finding {
        case .success(let detail): text += "✓ \(label)\(detail)\n"
        case .failure(let detail):
            text += "✗ \(label)\(detail)\n"
            isHealthy = false
        }
    }
}
