import FoundationEssentials
import SubdialSystem

/// A place for the pictures of references outside of the repository, by the digests of their files.
package protocol PictureStore: Sendable {
    /// The address, for messages.
    var address: String { get }

    /// The bytes of a file; nil if there is none.
    ///
    /// - Throws: ``PictureStoreError`` if the store does not answer, or refuses to.
    func bytes(at path: String, limit: Int) async throws(PictureStoreError) -> [UInt8]?

    /// True if a file is there.
    func has(_ path: String) async throws(PictureStoreError) -> Bool

    /// Writes a file as a whole; one of the same name has the same bytes.
    func write(_ bytes: [UInt8], to path: String) async throws(PictureStoreError)
}

/// A store that cannot be used.
package struct PictureStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address of the store or of its file.
    package let place: String
    /// The reason, as the end of a sentence.
    package let reason: String

    /// Makes an error.
    package init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    /// The place with the reason.
    package var description: String { "\(place): \(reason)" }
}

/// A store in a folder, such as one that several machines mount.
package struct FolderStore: PictureStore {
    private let path: String

    /// Makes the store in a folder, which must exist: a path with a typing error would be an empty store.
    package init(path: String) throws(PictureStoreError) {
        guard (try? ConfinedFolder(path)) != nil else { throw PictureStoreError(path, "there is no such folder; make it for a new store") }
        self.path = path
    }

    package var address: String { path }

    package func bytes(at file: String, limit: Int) async throws(PictureStoreError) -> [UInt8]? {
        guard try await has(file) else { return nil }
        do {
            return try InputFile.bytes(at: "\(path)/\(file)", limit: limit, accepting: .regular)
        } catch {
            throw PictureStoreError("\(path)/\(file)", "cannot be read: \(error.reason)")
        }
    }

    package func has(_ file: String) async throws(PictureStoreError) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(file)") }

    package func write(_ bytes: [UInt8], to file: String) async throws(PictureStoreError) {
        do {
            try ConfinedFolder(path).write(bytes, to: ConfinedPath(file))
        } catch {
            throw PictureStoreError("\(path)/\(file)", "cannot be written: \(error)")
        }
    }
}
