import FoundationEssentials
import SubdialEngine
import SubdialHTTP
import SubdialMQTT
import SubdialServe
import SubdialSystem

/// Checks the files to which a configuration refers.
struct ConfiguredFiles {
    /// A file that cannot be used.
    struct Problem {
        /// The key of the configuration that contains the path.
        let key: String
        /// The path, the reason and the remedy, on one line.
        let message: String
    }

    /// The problems of the files, in the order of their keys.
    let problems: [Problem]

    init(_ configuration: Configuration, environment: [String: String]) {
        problems =
            Self.authorities(configuration) + Self.history(configuration) + Self.serve(configuration, environment)
            + Self.mqtt(configuration)
    }

    private static func authorities(_ configuration: Configuration) -> [Problem] {
        HTTPSettings.shared.trust(authoritiesAt: configuration.authorities).map { Problem(key: "tls", message: $0) }
    }

    private static func history(_ configuration: Configuration) -> [Problem] {
        guard let path = configuration.zones.history?.listenBrainz?.tokenFile else { return [] }
        guard let reason = unreadable(path) else { return [] }
        return [
            Problem(key: "history", message: "\(path): \(reason); the token of listenbrainz.org/settings belongs on its first line")
        ]
    }

    private static func serve(_ configuration: Configuration, _ environment: [String: String]) -> [Problem] {
        do {
            let listen = try configuration.serve.listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
            guard configuration.serve.tokenFile != nil || !listen.isLoopback else { return [] }
            // A missing token file is created at the first start.
            let file = configuration.serve.tokenFile.map { PrivateFile($0) } ?? UserFolders(environment: environment).serveToken
            _ = try AccessToken.check(file)
            return []
        } catch {
            return [Problem(key: "serve", message: "\(error)")]
        }
    }

    private static func mqtt(_ configuration: Configuration) -> [Problem] {
        guard let settings = configuration.mqtt else { return [] }
        var problems: [Problem] = []
        do throws(MQTTLoginError) { _ = try settings.options() } catch { problems.append(Problem(key: "mqtt", message: "\(error)")) }
        let files = settings.certificates
        for path in [files.authorities, files.certificate, files.key].compactMap({ $0 }) {
            guard let reason = unreadable(path) else { continue }
            problems.append(Problem(key: "mqtt", message: "\(path): \(reason)"))
        }
        return problems
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
