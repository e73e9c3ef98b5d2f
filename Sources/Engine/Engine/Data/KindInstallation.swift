import FoundationEssentials
import Glibc
import SubdialArchives
import SubdialCGlibc
import SubdialKinds
import SubdialSystem

/// A folder of kinds into which one is installed as a whole or not at all.
package struct KindInstallation {
    private let parent: ConfinedFolder

    /// Opens the folder, and creates it if necessary.
    package init(in path: String) throws(WriteError) { parent = try ConfinedFolder(making: path) }

    /// True if there is a file, a folder or a link of this name.
    package func has(_ name: String) -> Bool {
        guard let path = try? ConfinedPath(name) else { return true }
        return parent.has(path)
    }

    /// Installs the files of a kind in the folder `name`.
    ///
    /// The files are complete in a folder beside it before that is renamed.
    ///
    /// - Parameter replaces: True to replace a folder of this name; one that somebody has put there meanwhile is otherwise an error.
    /// - Throws: `WriteError`; what was there before is unchanged then.
    package func install(_ files: [ArchiveFile], as name: String, replaces: Bool) throws(WriteError) {
        let draft = ".\(name).\(UUID().uuidString.lowercased())"
        let draftPath = try path(draft)
        do throws(WriteError) {
            for file in files { try write(file, in: draft) }
            try publish(draft, as: name, replaces: replaces)
        } catch {
            try? parent.removeTree(draftPath)
            throw error
        }
        // After an exchange, the draft is the former kind.
        try? parent.removeTree(draftPath)
    }

    private func write(_ file: ArchiveFile, in draft: String) throws(WriteError) {
        let target = try path("\(draft)/\(file.path)")
        try parent.write(file.bytes, to: target)
        let folder = try parent.parent(of: target, isMade: false)
        // Others could change what the user trusts later if a umask let them write.
        guard fchmodat(folder.raw, target.name, file.isExecutable ? 0o755 : 0o644, 0) == 0, fchmod(folder.raw, 0o755) == 0 else {
            throw WriteError(path: "\(parent.path)/\(target)", reason: SystemError.last.description)
        }
        for above in target.folders.dropFirst() {
            let folder = try parent.parent(of: try path("\(above)/x"), isMade: false)
            guard fchmod(folder.raw, 0o755) == 0 else {
                throw WriteError(path: "\(parent.path)/\(above)", reason: SystemError.last.description)
            }
        }
    }

    private func publish(_ draft: String, as name: String, replaces: Bool) throws(WriteError) {
        let (new, target) = (try path(draft), try path(name))
        guard parent.has(target) else { return try parent.move(new, to: target) }
        guard replaces else { throw WriteError(path: "\(parent.path)/\(name)", reason: "it exists already") }
        let folder = try parent.parent(of: target, isMade: false)
        if subdial_exchange(folder.raw, draft, name) { return }
        // A file system without exchanges has no kind of this name for a moment.
        let former = try path(draft + ".former")
        try parent.move(target, to: former)
        do throws(WriteError) {
            try parent.move(new, to: target)
        } catch {
            try parent.move(former, to: target)
            throw error
        }
        try? parent.removeTree(former)
    }

    private func path(_ text: String) throws(WriteError) -> ConfinedPath {
        do throws(ConfinedPathError) { return try ConfinedPath(text) } catch {
            throw WriteError(path: "\(parent.path)/\(text)", reason: "\(error)")
        }
    }
}
