import FoundationEssentials
import SubdialAdoption
import SubdialBasics

/// A build of a program with `swift build`.
struct PackageBuild {
    /// How a build ended.
    enum Outcome: Sendable {
        /// The program with this path is there.
        case built(program: String)
        case failed([PreviewProblem])
        case cancelled
    }

    private let package: SwiftPackage
    private let product: String

    init(_ package: SwiftPackage, product: String) { (self.package, self.product) = (package, product) }

    /// Builds until the task is cancelled; then no process of the build is left.
    ///
    /// - Parameter tell: Receives each line of the output.
    func run(tell: @escaping @Sendable (String) -> Void) async -> Outcome {
        // The build folder is the package's own, with the modules that its tests have built already.
        let arguments = ["build", "--package-path", package.folder, "--product", product]
        do {
            let outcome = try await package.command.run(arguments, in: package.folder, tell: tell)
            if Task.isCancelled { return .cancelled }
            guard outcome.isSuccess else { return .failed(Self.problems(outcome.lines, outcome.status)) }
        } catch {
            return Task.isCancelled ? .cancelled : .failed([PreviewProblem(message: "'swift build' cannot be run: \(error)")])
        }
        let program = "\(package.folder)/.build/debug/\(product)"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            return .failed([PreviewProblem(message: "'swift build' made no program '\(program)'")])
        }
        return .built(program: program)
    }

    /// The problems in the output of a build that failed; at least one.
    ///
    /// - Parameter status: How the build ended, if it wrote no reason.
    static func problems(_ output: [String], _ status: String) -> [PreviewProblem] {
        var seen: Set<Diagnostic> = []
        // Several passes of the compiler report the same error.
        let errors = Diagnostic.errors(in: output.joined(separator: "\n")).filter { seen.insert($0).inserted }
        guard errors.isEmpty else { return errors.map { PreviewProblem($0) } }
        let lines = output.map { String($0.trimmed()) }.filter { !$0.isEmpty }
        let told = lines.filter { $0.contains("error: ") }
        guard told.isEmpty else { return told.prefix(5).map { PreviewProblem(message: String($0.prefix(1000))) } }
        return [PreviewProblem(message: "'swift build' failed, \(status)\(lines.last.map { ": \($0.prefix(400))" } ?? "")")]
    }
}

extension PreviewProblem {
    /// An error of the compiler, with its source line.
    init(_ diagnostic: Diagnostic) {
        self.init(file: diagnostic.file, line: diagnostic.line, byteColumn: diagnostic.column, message: diagnostic.message)
    }
}
