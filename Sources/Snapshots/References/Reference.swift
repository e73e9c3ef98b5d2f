import Drawing
import FoundationEssentials

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
        guard let path = file(id, level) else { return .absent }
        guard let data = FileManager.default.contents(atPath: path) else { return .unusable(path: path, reason: "cannot be read") }
        if let pointer = Self.pointer(data) { return .unusable(path: path, reason: pointer) }
        return .content(String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n"), path: path)
    }

    /// The bytes of a picture; Git LFS pointers and files without a PNG signature are unusable.
    func picture(_ id: String) -> Reference<[UInt8]> {
        guard let path = file(id, .picture) else { return .absent }
        guard let data = FileManager.default.contents(atPath: path) else { return .unusable(path: path, reason: "cannot be read") }
        if data.isEmpty { return .unusable(path: path, reason: "is empty") }
        if let pointer = Self.pointer(data) { return .unusable(path: path, reason: pointer) }
        return .content([UInt8](data), path: path)
    }

    /// The reason why a file is a Git LFS pointer instead of its content; nil for any other file.
    private static func pointer(_ data: Data) -> String? {
        data.starts(with: Data("version https://git-lfs.github.com/spec/".utf8))
            ? "is a pointer of Git LFS; 'git lfs pull' fetches the file" : nil
    }
}
