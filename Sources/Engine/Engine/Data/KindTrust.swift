import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialKinds
import SubdialSystem

/// The kinds that may run commands, because a user has reviewed their exact files.
///
/// The trusted files are stored completely and compared byte by byte, before each run of a command.
package struct KindTrust: Sendable {
    /// The contents of a kind's file and its scripts.
    private struct Evidence: Hashable, Codable {
        var files: [String: Data] = [:]
    }

    /// The maximum size of a stored script, in bytes.
    private static let largestScript = 4 << 20
    /// The folders of system programs, which are not stored.
    private static let systemFolders = ["/usr/", "/bin/", "/sbin/", "/lib/", "/nix/", "/gnu/"]
    private static let scriptEndings = [".sh", ".bash", ".zsh", ".fish", ".py", ".rb", ".pl", ".js", ".mjs", ".ts", ".lua", ".php", ".awk"]

    private let folder: String
    private let lane = WorkLane()

    /// The trust database in a user's folders.
    package init(_ folders: UserFolders) { folder = folders.state + "/trusted" }

    /// Trusts a kind in its current state.
    ///
    /// - Returns: The paths of the files that must not change from now on.
    /// - Throws: `WriteError`, or `KindError` if any user can write one of its files.
    @discardableResult
    package func trust(_ instance: KindInstance) throws -> [String] {
        let evidence = try Self.evidence(of: instance.kind, in: instance.folder)
        try AtomicFile.write([UInt8](JSONEncoder().encode(evidence)), to: path(instance.kind))
        return evidence.files.keys.sorted()
    }

    /// - Throws: `KindError` if the kind's commands may not be run.
    func check(_ instance: KindInstance) async throws(KindError) {
        guard !instance.isShipped else { return }
        let result = await lane.value { Result { () throws(KindError) in try self.compare(instance) } }
        try (result ?? .failure(KindError(.source, at: "command", "the system gives no thread"))).get()
    }

    private func compare(_ instance: KindInstance) throws(KindError) {
        let known = FileManager.default.contents(atPath: path(instance.kind)).flatMap { try? JSONDecoder().decode(Evidence.self, from: $0) }
        guard let known else { throw Self.untrusted(instance, "runs a program and is not trusted yet") }
        guard try Self.evidence(of: instance.kind, in: instance.folder) == known else {
            throw Self.untrusted(instance, "has changed since it was trusted")
        }
    }

    /// The kind's file as it was parsed, and all scripts in its commands.
    private static func evidence(of kind: Kind, in folder: String) throws(KindError) -> Evidence {
        var evidence = Evidence(files: [kind.file: Data(kind.text.utf8)])
        try checkRights(of: kind.file)
        try checkRights(of: folder)
        let transports = kind.sources.map(\.transport) + kind.actions.map(\.transport)
        for case .command(let command) in transports {
            for literal in command.literals {
                // A shell command line may contain scripts among its words.
                let words =
                    command.usesShell ? literal.split { $0.isWhitespace || ";|&()<>\"'`$".contains($0) }.map(String.init) : [literal]
                for word in words {
                    let path = word.hasPrefix("/") ? word : "\(folder)/\(word)"
                    guard let bytes = script(at: path) else { continue }
                    try checkRights(of: path)
                    evidence.files[path] = bytes
                }
            }
        }
        return evidence
    }

    /// The content of an executable file or script outside of the system folders; nil for any other.
    private static func script(at path: String) -> Data? {
        var info = stat()
        guard !systemFolders.contains(where: path.hasPrefix), stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            info.st_size <= largestScript, let bytes = FileManager.default.contents(atPath: path)
        else { return nil }
        let canRun = info.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
        return canRun || scriptEndings.contains(where: path.hasSuffix) || bytes.starts(with: Array("#!".utf8)) ? bytes : nil
    }

    /// - Throws: `KindError` if any user can write the file or folder.
    private static func checkRights(of path: String) throws(KindError) {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IWOTH != 0, info.st_mode & S_ISVTX == 0 else { return }
        throw KindError(.source, at: "command", "anybody may write \(path): take that right away with 'chmod o-w'")
    }

    private static func untrusted(_ instance: KindInstance, _ reason: String) -> KindError {
        let name = instance.kind.name
        var error = KindError(.source, at: "command", "'\(name)' \(reason): look at it, then run 'subdial kind trust \(name)'")
        error.isUntrusted = true
        return error
    }

    private func path(_ kind: Kind) -> String { "\(folder)/\(kind.file.percentEncoded.suffix(200)).json" }
}
