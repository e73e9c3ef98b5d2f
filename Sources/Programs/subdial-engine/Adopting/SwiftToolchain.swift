import FoundationEssentials
import SubdialAdoption
import SubdialBasics
import SubdialSystem
import Subprocess

/// The Swift compiler and package manager on the `PATH`.
struct SwiftToolchain {
    private let swift: String
    private let compiler: String
    private let environment: [String: String]

    /// The maximum size of the output of a program, in bytes.
    private static let outputLimit = 64 << 20

    /// Finds `swift` and `swiftc`; nil if one of them is not there.
    init?(environment: [String: String]) {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        func program(_ name: String) -> String? {
            folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        }
        guard let swift = program("swift"), let compiler = program("swiftc") else { return nil }
        (self.swift, self.compiler, self.environment) = (swift, compiler, environment)
    }

    /// Builds Subdial's modules for a package.
    ///
    /// - Returns: The folder with them.
    func buildModules(forPackage folder: String) async throws -> String {
        let (isDone, output) = try await run(swift, ["build", "--package-path", folder, "--product", "SubdialSwiftUI"], in: folder)
        guard isDone else {
            let lines = output.split(separator: "\n")
            let line = lines.first { $0.contains("error: ") } ?? lines.last ?? "it wrote nothing"
            throw CommandFailure(
                .unavailable,
                "'swift build --product SubdialSwiftUI' failed in \(folder): \(line.trimmed().prefix(400))"
            )
        }
        return "\(folder)/.build/debug"
    }

    /// Checks files with the compiler.
    ///
    /// - Parameters:
    ///   - generated: Files that belong to the module and are no one's.
    ///   - modules: A build folder with Subdial's modules.
    ///   - scratch: A folder for what the compiler writes.
    func check(
        _ files: [String], _ settings: ExtensionSettings, generated: [String], modules: String, scratch: String
    ) async throws -> SourceSelection.Verdict {
        var arguments =
            settings.flags + AppleModules.flags + ["-I", "\(modules)/Modules", "-wmo", "-Onone", "-enable-testing", "-suppress-warnings"]
        if !files.contains(where: { $0.hasSuffix("/main.swift") }) { arguments.append("-parse-as-library") }
        let plugin = "\(modules)/SubdialSwiftUIMacros-tool"
        if FileManager.default.fileExists(atPath: plugin) { arguments += ["-load-plugin-executable", "\(plugin)#SubdialSwiftUIMacros"] }
        // The second pass also finds what only a complete compilation does, such as values that are used before they are set.
        for action in [["-typecheck"], ["-emit-sil", "-o", "\(scratch)/module.sil"]] {
            let (isDone, output) = try await run(compiler, action + arguments + files + generated, in: scratch)
            guard !isDone else { continue }
            let errors = Diagnostic.errors(in: output)
            // A build folder without one of the modules is no fault of a file.
            if let missing = errors.first(where: { $0.message.hasPrefix("no such module 'Subdial") }) {
                return .failed("\(modules): \(missing.message); 'swift build' makes all modules")
            }
            guard errors.isEmpty else { return .errors(errors) }
            let line = output.split(separator: "\n").first { $0.contains("error: ") }
            return .failed((line.map(String.init) ?? String(output.suffix(400))).withoutLineBreaks)
        }
        return .accepted
    }

    private func run(_ program: String, _ arguments: [String], in folder: String) async throws -> (isDone: Bool, output: String) {
        let variables = Dictionary(environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }) { first, _ in first }
        do {
            let outcome = try await Subprocess.run(
                .path(.init(program)), arguments: Arguments(arguments), environment: .custom(variables), workingDirectory: .init(folder),
                input: .none, output: .string(limit: Self.outputLimit), error: .string(limit: Self.outputLimit))
            return (outcome.terminationStatus.isSuccess, outcome.standardOutput + outcome.standardError)
        } catch {
            throw CommandFailure(.unavailable, "'\(program)' cannot be run: \(error)")
        }
    }
}
