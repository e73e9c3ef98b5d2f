import FoundationEssentials
import Glibc
import SubdialDocuments
import SubdialEngine
import SubdialEngineWire

/// The zones that the running engine lists, for completions.
///
/// No engine is started, and a slow one is not waited for.
struct EngineZones {
    /// The timeout, in milliseconds.
    private static let patience = 700
    /// The options that select the source, which the engine needs too.
    private static let options = ["--bridge", "--source", "--player", "--ignore-player", "--config"]

    /// The names; empty if no engine runs, or if it does not answer in time.
    let names: [String]

    /// - Parameter words: The words of the command line.
    init(words: [String]) { names = (try? Self.names(words)) ?? [] }

    private static func names(_ words: [String]) throws -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let place = try SocketPlace.of(user: geteuid()) { environment[$0] }
        guard var engine = try EngineConnection(to: place, patience: patience) else { return [] }
        var flags: [String] = []
        for (word, next) in zip(words, words.dropFirst()) where options.contains(word) { flags += [word, unquoted(next)] }
        let request = FrontRequest(
            arguments: ["zones", "--json"] + flags, workingFolder: FileManager.default.currentDirectoryPath,
            environment: environment.map { EnvironmentVariable(name: $0.key, value: $0.value) }.filter(\.counts))
        let reply = try engine.ask(request)
        guard reply.code == 0, case .array(let zones) = try JSONValue(parsing: reply.output) else { return [] }
        return zones.compactMap { $0["name"]?.string }
    }

    /// A word of a shell without its quotes.
    private static func unquoted(_ word: String) -> String { word.filter { $0 != "'" && $0 != "\"" && $0 != "\\" } }
}
