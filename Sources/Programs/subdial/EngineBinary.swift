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

    /// The reason why `exec` fails, from its error code.
    static func reason(_ code: Int32) -> String {
        // The executable is there: the kernel reports a missing loader as a missing file.
        code == ENOENT
            ? "its loader is not here; it needs a Linux with glibc, not with another libc such as musl" : "\(SystemError(code: code))"
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
        Message.print("\(path): cannot be run (\(reason(errno)))")
        return ExitCode.unavailable
    }
}
