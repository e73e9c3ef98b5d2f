import Glibc
import SubdialEngineWire
import SubdialSystem

/// The engine's executable that is installed with this front.
enum EngineBinary {
    static let name = "subdial-engine"

    /// The path, next to the front or in `libexec/subdial` next to the front's `bin` folder; nil if there is none.
    static var path: String? {
        guard let folder = OwnExecutable.folder else { return nil }
        var candidates = ["\(folder)/\(name)"]
        if folder.hasSuffix("/bin") {
            candidates.append("\(folder.dropLast("/bin".count))/libexec/subdial/\(name)")
        }
        return candidates.first { access($0, X_OK) == 0 }
    }

    static var missing: String {
        "\(name) is not beside \(OwnExecutable.folder ?? "this program"), nor in libexec/subdial of its prefix: install it there"
    }

    /// Replaces this process with the engine's executable, with the same arguments; returns only if that fails.
    static func replaceProcess() -> Int32 {
        guard let path else {
            Message.print(missing)
            return ExitCode.unavailable
        }
        let arguments = CommandLine.unsafeArgv
        arguments[0] = strdup("subdial")
        execv(path, arguments)
        Message.print("\(path): cannot be run (\(SystemError.last))")
        return ExitCode.unavailable
    }
}
