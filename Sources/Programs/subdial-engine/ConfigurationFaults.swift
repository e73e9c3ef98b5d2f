import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialHTTP
import SubdialMQTT
import SubdialServe
import SubdialSystem
import SubdialWidgets

/// What the parts of a configuration refer to, and what is wrong with it: sources, files, kinds, themes and devices.
///
/// `config check`, `doctor` and `serve` report the same faults, because all of them ask here.
struct ConfigurationFaults {
    /// A value that leads to nothing usable.
    struct Fault {
        /// The key of the configuration that contains the value.
        let key: String
        /// The value, the reason and the remedy, on one line.
        let message: String
    }

    /// The faults, by key.
    let all: [Fault]

    init(_ configuration: Configuration, in context: CommandContext) {
        var all: [Fault] = []
        /// Adds the error of `body` as a fault.
        func check(_ key: String, _ body: () throws -> Void) {
            do { try body() } catch { all.append(Fault(key: key, message: CommandFailure(error).message)) }
        }
        check("source") { _ = try configuration.addressIfAny() }
        all += Self.authorities(configuration) + Self.history(configuration) + Self.serve(configuration, context.environment)
        all += Self.mqtt(configuration)
        check("templates") {
            let resources = try Resources.folder(configuration)
            check("theme") { if let theme = configuration.theme { _ = try Theme(named: theme, in: resources) } }
            func checkKind(_ written: String, _ key: String, of owner: String? = nil) {
                check(key) {
                    do {
                        _ = try KindChoice(written, configuration, resources, in: context)
                    } catch {
                        guard let owner else { throw error }
                        throw CommandFailure(.badData, "\(owner): \(CommandFailure(error).message)")
                    }
                }
            }
            for kind in configuration.kinds { checkKind(kind.id.map { "\(kind.kind):\($0)" } ?? kind.kind, "kinds") }
            for device in configuration.mqtt?.devices ?? [] { checkKind(device.kind, "mqtt", of: device.name) }
            for problem in configuration.mqtt?.fieldProblems(resources.kinds) ?? [] { all.append(Fault(key: "mqtt", message: problem)) }
            guard !configuration.displays.isEmpty else { return }
            let devices = try WidgetRenderer.catalog(resources)
            for display in configuration.displays {
                for screen in display.screens {
                    checkKind(screen.kind, "displays", of: display.name)
                    check("displays") { if let theme = screen.theme { _ = try Theme(named: theme, in: resources) } }
                }
                check("displays") {
                    guard let device = display.device else { return }
                    do {
                        _ = try devices.device(device)
                    } catch {
                        throw CommandFailure(.badData, "\(display.name): \(error)")
                    }
                }
            }
        }
        self.all = all
    }

    private static func authorities(_ configuration: Configuration) -> [Fault] {
        HTTPSettings.shared.trust(authoritiesAt: configuration.authorities).map { Fault(key: "tls", message: $0) }
    }

    private static func history(_ configuration: Configuration) -> [Fault] {
        guard let path = configuration.zones.history?.listenBrainz?.tokenFile else { return [] }
        guard let reason = unreadable(path) else { return [] }
        return [
            Fault(key: "history", message: "\(path): \(reason); the token of listenbrainz.org/settings belongs on its first line")
        ]
    }

    private static func serve(_ configuration: Configuration, _ environment: [String: String]) -> [Fault] {
        do {
            let listen = try configuration.serve.listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
            guard configuration.serve.tokenFile != nil || !listen.isLoopback else { return [] }
            // The first start creates a missing token file.
            let file = configuration.serve.tokenFile.map { PrivateFile($0) } ?? UserFolders(environment: environment).serveToken
            if try AccessToken.existing(file) == nil { try file.tryOut() }
            return []
        } catch {
            return [Fault(key: "serve", message: "\(error)")]
        }
    }

    private static func mqtt(_ configuration: Configuration) -> [Fault] {
        guard let settings = configuration.mqtt else { return [] }
        var faults: [Fault] = []
        do throws(MQTTLoginError) { _ = try settings.options() } catch { faults.append(Fault(key: "mqtt", message: "\(error)")) }
        let files = settings.certificates
        for path in [files.authorities, files.certificate, files.key].compactMap({ $0 }) {
            guard let reason = unreadable(path) else { continue }
            faults.append(Fault(key: "mqtt", message: "\(path): \(reason)"))
        }
        return faults
    }

    /// The reason why a file cannot be read; nil if it can.
    private static func unreadable(_ path: String) -> String? {
        do throws(ReadError) {
            _ = try InputFile.bytes(at: path, limit: 1 << 20, accepting: .regular)
            return nil
        } catch {
            switch error {
            case .missing: return "there is no such file"
            case .unreadable(let reason), .wrongKind(let reason): return "it cannot be read: \(reason)"
            case .tooLong: return nil
            }
        }
    }
}
