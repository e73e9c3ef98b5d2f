import Files
import FoundationEssentials
import Glibc
import Kinds

/// Which kinds may run commands: those that a user has looked at, exactly as they were then.
///
/// What was trusted is kept whole and compared byte by byte: no digest can be made to fit.
public struct KindTrust: Sendable {
    /// A kind's file and its scripts, as they are now.
    struct Evidence: Sendable, Hashable, Codable {
        var files: [String: Data] = [:]
        /// A file that anybody may write, or that cannot be read; nil where there is none.
        var problem: String?
        var isShipped = false

        /// The kind's file, and the programs of its commands that are paths.
        init(_ kind: Kind, isShipped: Bool) {
            self.isShipped = isShipped
            guard !isShipped else { return }
            let folder = String(kind.file[..<(kind.file.lastIndex(of: "/") ?? kind.file.startIndex)])
            for path in [kind.file] + kind.scripts(in: folder) {
                var info = stat()
                guard stat(path, &info) == 0, let bytes = FileManager.default.contents(atPath: path) else {
                    problem = problem ?? "\(path) cannot be read"
                    continue
                }
                if info.st_mode & S_IWOTH != 0 { problem = problem ?? "anybody may write \(path): take that right away with 'chmod o-w'" }
                files[path] = bytes
            }
        }
    }

    private let folder: String

    /// Trust as it is kept in a user's folders.
    public init(_ folders: UserFolders) { folder = folders.state + "/trusted" }

    /// Trusts a kind as it is now.
    ///
    /// - Throws: `WriteError`, or `KindError` where a file of it can be written by anybody.
    public func trust(_ instance: KindInstance) throws {
        if let problem = instance.trust.problem { throw KindError(.source, problem) }
        try AtomicFile.write([UInt8](JSONEncoder().encode(instance.trust)), to: path(instance.kind))
    }

    /// - Throws: Where the kind's commands may not be run.
    func check(_ instance: KindInstance) throws(KindError) {
        guard !instance.trust.isShipped else { return }
        if let problem = instance.trust.problem { throw KindError(.source, at: "command", problem) }
        let known = FileManager.default.contents(atPath: path(instance.kind)).flatMap { try? JSONDecoder().decode(Evidence.self, from: $0) }
        guard let known else {
            throw Self.untrusted(instance, "runs a program and is not trusted yet")
        }
        guard known.files == instance.trust.files else {
            throw Self.untrusted(instance, "has changed since it was trusted")
        }
    }

    private static func untrusted(_ instance: KindInstance, _ reason: String) -> KindError {
        let name = instance.kind.name
        var error = KindError(.source, at: "command", "'\(name)' \(reason): look at it, then run 'subdial kind trust \(name)'")
        error.isUntrusted = true
        return error
    }

    private func path(_ kind: Kind) -> String {
        "\(folder)/\(kind.file.percentEncoded.suffix(200)).json"
    }
}

extension Kind {
    /// The programs of the kind's commands that are files of its own.
    fileprivate func scripts(in folder: String) -> [String] {
        let transports = sources.map(\.transport) + actions.map(\.transport)
        return transports.compactMap { transport in
            guard case .command(let command) = transport, !command.usesShell, let program = command.literalProgram, program.contains("/")
            else {
                return nil
            }
            return program.hasPrefix("/") ? nil : "\(folder)/\(program)"
        }
    }
}
