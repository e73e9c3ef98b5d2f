import FoundationEssentials
import SubdialBasics
import SubdialSystem

/// The reference of a snapshot at one level.
enum Reference<Content> {
    /// There is no reference.
    case absent
    /// There is a file, but it is invalid.
    case unusable(UnusableReference)
    /// The content of a file.
    case content(Content, path: String)
}

/// The picture of a reference.
enum ReferencePicture {
    /// The bytes of a file beside the texts.
    case file([UInt8])
    /// The name of a file in the store.
    case stored(StoredPicture)
}

/// A reference file that is invalid.
struct UnusableReference {
    let path: String
    /// What is wrong with the file, as the end of a sentence.
    let reason: String
    /// False if the reason has the solution already, which is not to record the file again.
    var isToBeRecorded = true
    /// The cause that it has in common with other references; nil for one of its own.
    var cause: String?

    /// The problem, with the path.
    var description: String { "\(path) \(reason)" }
}

extension UnusableReference {
    /// A reference in place of which Git has left something: after a merge, neither side is what the merged sources draw.
    fileprivate init(path: String, _ leftover: GitLeftover) {
        switch leftover {
        case .pointer: self.init(path: path, reason: leftover.description, isToBeRecorded: false, cause: "pointers")
        case .conflict(let line):
            self.init(path: path, reason: "has the conflict markers of a merge from line \(line) on", cause: "conflicts")
        }
    }
}

extension ReferenceFolder {
    /// The text of a tree or a layout, with Unix line ends regardless of the checkout.
    func text(_ id: String, _ level: SnapshotLevel) -> Reference<String> {
        switch bytes(id, level) {
        case .absent: .absent
        case .unusable(let reference): .unusable(reference)
        case .content(let bytes, let path):
            .content(String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), path: path)
        }
    }

    /// The picture, or its name in the store; what Git has left in its place, and an empty file, are unusable.
    func picture(_ id: String) -> Reference<ReferencePicture> {
        switch bytes(id, .picture) {
        case .absent: return .absent
        case .unusable(let reference): return .unusable(reference)
        case .content(let bytes, let path):
            guard !bytes.isEmpty else { return .unusable(UnusableReference(path: path, reason: "is empty")) }
            guard path.hasSuffix(".\(Self.storedEnding)") else { return .content(.file(bytes), path: path) }
            guard let picture = StoredPicture(String(decoding: bytes, as: UTF8.self)) else {
                return .unusable(UnusableReference(path: path, reason: "names no picture of a store"))
            }
            guard cache != nil else {
                return .unusable(
                    UnusableReference(
                        path: path, reason: "names a picture of a store, and the suite has none: add 'store'", isToBeRecorded: false))
            }
            return .content(.stored(picture), path: path)
        }
    }

    /// The bytes of the picture, if they are on this machine.
    func png(_ id: String) -> [UInt8]? {
        guard case .content(let picture, _) = picture(id) else { return nil }
        switch picture {
        case .file(let bytes): return bytes
        case .stored(let picture): return cache?.bytes(of: picture)
        }
    }

    /// Moves a picture beside the texts to those that are to be sent to the store, and writes its name in its place.
    package func movePicture(_ id: String) throws(WriteError) {
        guard cache != nil, case .content(.file(let bytes), _) = picture(id) else { return }
        try write(bytes, id, .picture, replacesUsed: true)
    }

    /// The name of the picture in the store; nil if it has none.
    package func stored(_ id: String) -> StoredPicture? {
        if case .content(.stored(let picture), _) = picture(id) { picture } else { nil }
    }

    private func bytes(_ id: String, _ level: SnapshotLevel) -> Reference<[UInt8]> {
        guard let path = file(id, level) else { return .absent }
        do throws(ReadError) {
            let bytes = try InputFile.bytes(at: path, accepting: .regular)
            if let leftover = GitLeftover(bytes, isText: level != .picture || path.hasSuffix(".\(Self.storedEnding)")) {
                return .unusable(UnusableReference(path: path, leftover))
            }
            return .content(bytes, path: path)
        } catch {
            return .unusable(UnusableReference(path: path, reason: "cannot be read: \(error.reason)"))
        }
    }
}
