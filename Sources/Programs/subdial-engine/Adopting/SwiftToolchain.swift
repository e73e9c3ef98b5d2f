import FoundationEssentials
import SubdialAdoption
import SubdialBasics
import SubdialSystem
import Subprocess

/// The Swift compiler and package manager on the `PATH`.
struct SwiftToolchain {
    /// The path of the package manager.
    let swift: String
    private let compiler: String
    private let environment: [String: String]

    /// The maximum duration of a build of Subdial's modules.
    private static let buildLimit = Duration.seconds(3600)
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

    /// Builds Subdial's modules into the build folder of a package.
    ///
    /// A package of its own in that folder depends on them: the package manager builds no single product of a dependency, and the widget's
    /// package still has files that the compiler refuses.
    ///
    /// - Parameter tell: Receives the words for each step, which tell someone who waits that the build goes on.
    /// - Returns: The folder with them.
    func buildModules(_ package: AdoptedPackage, tell: @escaping @Sendable (String) -> Void) async throws -> String {
        let folder = "\(package.folder)/.build/subdial-modules"
        for (path, text) in package.modulesPackage(in: folder) { try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(path)") }
        let scratch = "\(package.folder)/.build"
        let arguments = ["build", "--package-path", folder, "--scratch-path", scratch]
        let outcome = try await run(swift, arguments, in: folder, limit: Self.buildLimit) { line in
            if let words = BuildStep.words(line) { tell(words) }
        }
        guard outcome.isDone else {
            throw CommandFailure(
                .unavailable,
                "'swift \(arguments.joined(separator: " "))' failed: \(outcome.reason); run it to see all of its output"
            )
        }
        // The next build in this folder is that of another package, for which the package manager would use the plan of this one.
        for name in ["debug.yaml", "debug/description.json"] { try? FileManager.default.removeItem(atPath: "\(scratch)/\(name)") }
        return "\(scratch)/debug"
    }

    /// Checks files with the compiler.
    ///
    /// - Parameters:
    ///   - generated: Files that belong to the module and are no one's.
    ///   - modules: A build folder with Subdial's modules.
    ///   - scratch: A folder for what the compiler writes.
    ///   - limit: The maximum duration of one run of the compiler.
    func check(
        _ files: [String], _ settings: ExtensionSettings, generated: [String], modules: String, scratch: String, limit: Duration
    ) async throws -> SourceSelection.Verdict {
        var arguments =
            settings.flags + AppleModules.flags + ["-I", "\(modules)/Modules", "-wmo", "-Onone", "-enable-testing", "-suppress-warnings"]
        if !files.contains(where: { $0.hasSuffix("/main.swift") }) { arguments.append("-parse-as-library") }
        // The modules are compiled with some of C, whose maps are in the build folder too.
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: modules)) ?? []).sorted() where name.hasPrefix("SubdialC") {
            let map = "\(modules)/\(name)/module.modulemap"
            if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
        }
        let plugin = "\(modules)/SubdialSwiftUIMacros-tool"
        if FileManager.default.fileExists(atPath: plugin) { arguments += ["-load-plugin-executable", "\(plugin)#SubdialSwiftUIMacros"] }
        // The second pass also finds what only a complete compilation does, such as values that are used before they are set.
        for action in [["-typecheck"], ["-emit-sil", "-o", "\(scratch)/module.sil"]] {
            let outcome = try await run(compiler, action + arguments + files + generated, in: scratch, limit: limit)
            guard !outcome.isDone else { continue }
            let errors = Diagnostic.errors(in: outcome.output)
            // A build folder without one of the modules is no fault of a file.
            if let missing = errors.first(where: { $0.message.hasPrefix("no such module 'Subdial") }) {
                return .failed("\(modules): \(missing.message); 'swift build' makes all modules")
            }
            guard errors.isEmpty else { return .errors(errors) }
            return .failed(outcome.reason)
        }
        return .accepted
    }

    /// The end of a program.
    private struct Outcome {
        let isDone: Bool
        let output: String
        /// The duration after which it was ended; nil if it ended by itself.
        var limit: Duration?

        /// What it says of its failure: the first error that names a file, or else the first one, or the last line.
        var reason: String {
            let lines = output.split(separator: "\n")
            let errors = lines.filter { $0.contains("error: ") }
            let line = errors.first { $0.hasPrefix("/") } ?? errors.first ?? lines.last ?? "it wrote nothing"
            guard let limit else { return String(line.trimmed().prefix(400)).withoutLineBreaks }
            return "it did not end within \(limit.components.seconds) seconds"
        }
    }

    /// - Parameter tell: Receives each line of both output streams.
    private func run(
        _ program: String, _ arguments: [String], in folder: String, limit: Duration,
        tell: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Outcome {
        let variables = Dictionary(environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }) { first, _ in first }
        // The compiler starts others, which end with the group.
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(2))]
        do {
            return try await withThrowingTaskGroup(of: Outcome.self) { [options] tasks in
                tasks.addTask {
                    var output = ""
                    let outcome = try await Subprocess.run(
                        .path(.init(program)), arguments: Arguments(arguments), environment: .custom(variables),
                        workingDirectory: .init(folder), platformOptions: options, input: .none, output: .sequence,
                        error: .combinedWithOutput
                    ) { process in
                        for try await line in process.standardOutput.strings(bufferingPolicy: .unbounded)
                        where output.utf8.count < Self.outputLimit {
                            output += line + "\n"
                            tell(line)
                        }
                    }
                    return Outcome(isDone: outcome.terminationStatus.isSuccess, output: output)
                }
                tasks.addTask {
                    try await Task.sleep(for: limit)
                    return Outcome(isDone: false, output: "", limit: limit)
                }
                defer { tasks.cancelAll() }
                return try await tasks.next() ?? Outcome(isDone: false, output: "")
            }
        } catch {
            throw CommandFailure(.unavailable, "'\(program)' cannot be run: \(error)")
        }
    }
}
