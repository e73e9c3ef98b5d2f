import FoundationEssentials
import Glibc
import SubdialSystem

/// The working folder and the environment of a kind's command, in which its programs are found.
struct CommandPlace: Sendable {
    /// The variables of the engine that every command gets.
    private static let inheritedVariables: Set<String> = [
        "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY",
        "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    ]
    /// The folders of programs if `PATH` is not set.
    private static let standardPath = "/usr/local/bin:/usr/bin:/bin"

    /// The working folder.
    let folder: String
    /// The environment.
    let variables: [String: String]
    /// The file system.
    let files: FileLookup

    /// - Parameters:
    ///   - variables: The variables of the command, besides those that every command gets.
    ///   - inherited: The environment of this process.
    init(
        folder: String, adding variables: [String: String] = [:], inherited: [String: String] = ProcessInfo.processInfo.environment,
        files: FileLookup = .system
    ) {
        self.folder = folder
        self.variables = inherited.filter { Self.inheritedVariables.contains($0.key) }.merging(variables) { $1 }
        self.files = files
    }

    /// The absolute path of the program that a word names, in ``folder`` or in the folders of `PATH`; nil if there is none.
    func program(_ word: String) -> String? {
        if word.contains("/") {
            let path = absolute(word)
            return files.status(path).isFile ? path : nil
        }
        return isOwn(word) ? OwnExecutable.path : programInPath(word)
    }

    /// True for the program of this process, so that a kind's own commands need no installation.
    func isOwn(_ word: String) -> Bool { word == "subdial" && OwnExecutable.path?.hasSuffix("/subdial-engine") == true }

    /// The path of the first program of a name in the folders of `PATH`; nil if there is none.
    private func programInPath(_ name: String) -> String? {
        guard !name.isEmpty else { return nil }
        for part in (variables["PATH"] ?? Self.standardPath).split(separator: ":", omittingEmptySubsequences: false) {
            let path = absolute("\(part.isEmpty ? "." : part)/\(name)")
            if files.status(path) == .file(canRun: true) { return path }
        }
        return nil
    }

    /// The path without `.`, relative to ``folder`` or to another one.
    func absolute(_ path: String, in other: String? = nil) -> String {
        (path.hasPrefix("/") ? path : "\(other ?? folder)/\(path)").withoutDots
    }
}

extension String {
    /// The absolute path without components that have no effect; `..` stays, as a link may stand before it.
    var withoutDots: String { "/" + split(separator: "/").filter { $0 != "." }.joined(separator: "/") }
}

/// The files of this machine, as far as the search for programs needs them.
struct FileLookup: Sendable {
    /// What is at a path.
    enum Status: Hashable, Sendable {
        case none
        /// A regular file.
        case file(canRun: Bool)
        case folder
        /// A device, a FIFO or a file of the kernel.
        case special

        var isFile: Bool { if case .file = self { true } else { false } }
    }

    /// What is at an absolute path, after following links.
    var status: @Sendable (String) -> Status
    /// The first bytes of a regular file; empty if it cannot be read.
    var start: @Sendable (String) -> [UInt8]
}

extension FileLookup {
    /// The maximum number of bytes of a file's first line that the kernel reads.
    private static let startLength = 256
    /// The folders of files that the kernel makes.
    private static let kernelFolders = ["/proc/", "/sys/"]

    /// The real file system.
    static let system = FileLookup(
        status: { path in
            var info = stat()
            guard stat(path, &info) == 0 else { return .none }
            switch info.st_mode & S_IFMT {
            case S_IFDIR: return .folder
            case S_IFREG where !kernelFolders.contains(where: path.hasPrefix): return .file(canRun: access(path, X_OK) == 0)
            default: return .special
            }
        },
        start: { path in
            let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            guard raw >= 0 else { return [] }
            let file = Descriptor(raw)
            return [UInt8](unsafeUninitializedCapacity: startLength) { buffer, count in
                count = max(0, read(file.raw, buffer.baseAddress, startLength))
            }
        })
}
