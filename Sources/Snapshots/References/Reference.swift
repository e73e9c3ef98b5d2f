import Drawing
import FoundationEssentials

/// The content of a snapshot's reference at one level.
enum Reference<Content> {
    /// There is none.
    case absent
    /// There is a file, and it is not what it should be.
    case unusable(path: String, reason: String)
    /// The content of a file.
    case content(Content, path: String)
}

extension ReferenceFolder {
    /// The text of a tree or a layout; line ends are those of Unix, whatever a checkout has made of them.
    func text(_ id: String, _ level: SnapshotLevel) -> Reference<String> {
        guard let path = file(id, level) else { return .absent }
        guard let data = FileManager.default.contents(atPath: path) else { return .unusable(path: path, reason: "cannot be read") }
        if let pointer = Self.pointer(data) { return .unusable(path: path, reason: pointer) }
        return .content(String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n"), path: path)
    }

    /// The bytes of a picture, which is a PNG as far as its beginning tells.
    func picture(_ id: String) -> Reference<[UInt8]> {
        guard let path = file(id, .picture) else { return .absent }
        guard let data = FileManager.default.contents(atPath: path) else { return .unusable(path: path, reason: "cannot be read") }
        if data.isEmpty { return .unusable(path: path, reason: "is empty") }
        if let pointer = Self.pointer(data) { return .unusable(path: path, reason: pointer) }
        return .content([UInt8](data), path: path)
    }

    /// Says that a file is what Git LFS puts in the place of one that was not fetched; nil for any other.
    private static func pointer(_ data: Data) -> String? {
        data.starts(with: Data("version https://git-lfs.github.com/spec/".utf8))
            ? "is a pointer of Git LFS; 'git lfs pull' fetches the file" : nil
    }
}
