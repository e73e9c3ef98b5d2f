import FoundationEssentials
import SubdialSystem

/// The reference of a snapshot at one level.
enum Reference<Content> {
    /// There is no reference.
    case absent
    /// There is a file, but it is invalid.
    case unusable(path: String, reason: String)
    /// The content of a file.
    case content(Content, path: String)
}

extension ReferenceFolder {
    /// The text of a tree or a layout, with Unix line ends regardless of the checkout.
    func text(_ id: String, _ level: SnapshotLevel) -> Reference<String> {
        switch bytes(id, level) {
        case .absent: .absent
        case .unusable(let path, let reason): .unusable(path: path, reason: reason)
        case .content(let bytes, let path):
            .content(String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), path: path)
        }
    }

    /// The bytes of a picture; Git LFS pointers and files without a PNG signature are unusable.
    func picture(_ id: String) -> Reference<[UInt8]> {
        let reference = bytes(id, .picture)
        if case .content(let bytes, let path) = reference, bytes.isEmpty { return .unusable(path: path, reason: "is empty") }
        return reference
    }

    private func bytes(_ id: String, _ level: SnapshotLevel) -> Reference<[UInt8]> {
        guard let path = file(id, level) else { return .absent }
        do throws(ReadError) {
            let bytes = try InputFile.bytes(at: path, accepting: .regular)
            guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
                return .unusable(path: path, reason: "is a pointer of Git LFS; 'git lfs pull' fetches the file")
            }
            return .content(bytes, path: path)
        } catch {
            return .unusable(path: path, reason: "cannot be read: \(error.reason)")
        }
    }
}
