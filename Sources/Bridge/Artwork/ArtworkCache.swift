import FoundationEssentials
import OperatingSystem

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Encoded pictures in a folder, bounded in size: when it is full, those go that were not used for the longest time.
///
/// It is only a help: what cannot be read counts as not there, and what cannot be written is not kept. Several programs may share
/// the folder.
public struct ArtworkCache: Sendable {
    /// 64 MB: some two thousand covers of the usual size.
    public static let defaultLimit = 64 << 20

    /// Made when the first picture is stored.
    public let folder: String
    /// Bytes of all pictures together.
    public let limit: Int

    private static let suffix = ".picture"
    /// A file that is being written and was not finished after so many seconds never will be.
    private static let abandonedAfter = 3600.0

    /// Makes a cache in `folder`, which need not be there yet.
    public init(folder: String, limit: Int = defaultLimit) {
        self.folder = folder
        self.limit = limit
    }

    /// The picture, if it is there and is one.
    ///
    /// Marks it as used just now.
    public func picture(for key: ArtworkKey) -> [UInt8]? {
        let path = path(for: key)
        guard let bytes = try? InputFile.bytes(at: path, limit: limit, accepting: .unlinked) else { return nil }
        guard PictureFormat(bytes) != nil else {
            unlink(path)
            return nil
        }
        utimensat(AT_FDCWD, path, nil, 0)
        return bytes
    }

    /// Keeps the picture, and lets others go where that takes too much room.
    ///
    /// Tells whether it is kept.
    @discardableResult
    public func store(_ bytes: [UInt8], for key: ArtworkKey) -> Bool {
        guard PictureFormat(bytes) != nil, bytes.count <= limit else { return false }
        let path = path(for: key)
        do {
            try AtomicFile.makeFolder(folder, isPrivate: true)
            // An equal file is not written again, but it is used again.
            if try !AtomicFile.write(bytes, to: path, isPrivate: true, followsLinks: false) { utimensat(AT_FDCWD, path, nil, 0) }
        } catch {
            return false
        }
        trim()
        return true
    }

    private func path(for key: ArtworkKey) -> String {
        "\(folder)/\(key.fileName)\(Self.suffix)"
    }

    /// Removes pictures until those left fill nine tenths of the limit at most, if they fill more than all of it.
    private func trim() {
        var pictures: [(path: String, version: FileVersion)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard let version = FileVersion(path: path) else { continue }
            if Self.isPicture(name) {
                pictures.append((path, version))
            } else if Self.isTemporary(name), Date().timeIntervalSince1970 - Double(version.modified) / 1e9 > Self.abandonedAfter {
                unlink(path)
            }
        }
        var total = pictures.reduce(0) { $0 + $1.version.size }
        guard total > limit else { return }
        for picture in pictures.sorted(by: { $0.version.modified < $1.version.modified }) {
            guard total > limit / 10 * 9 else { break }
            unlink(picture.path)
            total -= picture.version.size
        }
    }

    // Only what this cache wrote itself is ever removed: someone may give it a folder in which other things lie.

    private static func isPicture(_ name: String) -> Bool {
        name.hasSuffix(suffix) && name.count == 32 + suffix.count && name.prefix(32).allSatisfy(\.isHexDigit)
    }

    private static func isTemporary(_ name: String) -> Bool {
        AtomicFile.name(ofTemporary: name).map(isPicture) ?? false
    }
}
