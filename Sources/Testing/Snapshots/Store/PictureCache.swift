import FoundationEssentials
import SubdialSystem

/// The pictures of a store on this machine: those that were read, and those that are still to be sent.
package struct PictureCache: Hashable, Sendable {
    /// The folder; each store has one of its own.
    package let path: String

    /// Makes the cache in a folder.
    package init(path: String) { self.path = path }

    /// The bytes of a picture; nil if it is not here.
    ///
    /// A file that is damaged counts as missing, and is read from the store again.
    package func bytes(of picture: StoredPicture) -> [UInt8]? {
        for place in ["\(path)/\(picture.path)", "\(path)/\(Self.waiting)/\(picture.path)"] {
            if let bytes = try? InputFile.bytes(at: place, limit: StoredPicture.maximumSize, accepting: .regular), picture.isName(of: bytes)
            {
                return bytes
            }
        }
        return nil
    }

    /// Stores a picture that was read from the store.
    package func store(_ bytes: [UInt8], of picture: StoredPicture) throws(WriteError) {
        try ConfinedFolder(making: path).write(bytes, to: try Self.confined(picture.path))
    }

    /// Stores a picture that is to be sent to the store.
    func storeToSend(_ bytes: [UInt8], of picture: StoredPicture) throws(WriteError) {
        try ConfinedFolder(making: path).write(bytes, to: try Self.confined("\(Self.waiting)/\(picture.path)"))
    }

    /// The names in the store of the pictures that are to be sent.
    var waitingFiles: [String] {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: "\(path)/\(Self.waiting)")) ?? []
        return files.filter { $0.hasSuffix(".png") }.sorted()
    }

    /// The bytes of a picture that is to be sent; nil if another process has sent it.
    func waitingBytes(_ file: String) -> [UInt8]? {
        try? InputFile.bytes(at: "\(path)/\(Self.waiting)/\(file)", limit: StoredPicture.maximumSize, accepting: .regular)
    }

    /// Records that a picture is in the store.
    func markSent(_ file: String) throws(WriteError) {
        let folder = try ConfinedFolder(making: path)
        let waiting = "\(Self.waiting)/\(file)"
        guard FileManager.default.fileExists(atPath: "\(path)/\(waiting)") else { return }
        try folder.move(try Self.confined(waiting), to: try Self.confined(file))
    }

    /// The folder of the pictures that are to be sent.
    private static let waiting = "waiting"

    private static func confined(_ name: String) throws(WriteError) -> ConfinedPath {
        do throws(ConfinedPathError) { return try ConfinedPath(name) } catch { throw WriteError(path: name, reason: "\(error)") }
    }
}
