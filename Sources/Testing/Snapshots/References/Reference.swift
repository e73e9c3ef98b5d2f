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

/// A reference file that is invalid.
struct UnusableReference {
    let path: String
    /// What is wrong with the file, as the end of a sentence.
    let reason: String
    /// False if the reason has the solution already, which is not to record the file again.
    var isToBeRecorded = true

    /// The problem, with the path.
    var description: String { "\(path) \(reason)" }
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

    /// The bytes of a picture; what Git has left in its place, and an empty file, are unusable.
    func picture(_ id: String) -> Reference<[UInt8]> {
        let reference = bytes(id, .picture)
        if case .content(let bytes, let path) = reference, bytes.isEmpty {
            return .unusable(UnusableReference(path: path, reason: "is empty"))
        }
        return reference
    }

    private func bytes(_ id: String, _ level: SnapshotLevel) -> Reference<[UInt8]> {
        guard let path = file(id, level) else { return .absent }
        do throws(ReadError) {
            let bytes = try InputFile.bytes(at: path, accepting: .regular)
            if let leftover = GitLeftover(bytes, isText: level != .picture) {
                return .unusable(UnusableReference(path: path, reason: leftover.description, isToBeRecorded: false))
            }
            return .content(bytes, path: path)
        } catch {
            return .unusable(UnusableReference(path: path, reason: "cannot be read: \(error.reason)"))
        }
    }
}
