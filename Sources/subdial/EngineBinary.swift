import Glibc

/// The engine's executable, where this front was installed.
enum EngineBinary {
    static let name = "subdial-engine"

    /// The path, beside the front or in `libexec/subdial` of the folder whose `bin` the front is in; nil where there is none.
    static var path: String? {
        guard let folder = OwnProgram.folder else { return nil }
        var candidates = ["\(folder)/\(name)"]
        if folder.hasSuffix("/bin") {
            candidates.append("\(folder.dropLast("/bin".count))/libexec/subdial/\(name)")
        }
        return candidates.first { access($0, X_OK) == 0 }
    }

    static var missing: String {
        "\(name) is not beside \(OwnProgram.folder ?? "this program"), nor in libexec/subdial of its prefix: install it there"
    }

    /// Puts the engine's executable in this process's place, with the same arguments; returns only where that fails.
    static func takeOver() -> Int32 {
        guard let path else {
            Message.print(missing)
            return ExitCode.unavailable
        }
        let arguments = CommandLine.unsafeArgv
        arguments[0] = strdup("subdial")
        execv(path, arguments)
        Message.print("\(path): cannot be run (\(String(cString: strerror(errno))))")
        return ExitCode.unavailable
    }
}
