import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialSystem

/// A cache of encoded pictures in a folder with a maximum size, which removes the least recently used ones when it is full.
///
/// Failures are not reported: an unreadable picture counts as missing, and an unwritable one is not cached. Several processes can share the
/// folder.
package struct ArtworkCache: Sendable {
    /// 64 MB: about two thousand covers of the usual size.
    private static let defaultLimit = 64 << 20

    /// The folder, which is created with the first picture.
    package let folder: PrivateFolder
    /// The maximum total size of the pictures in bytes.
    private let limit: Int

    private static let suffix = ".picture"
    /// The age in seconds after which a temporary file counts as abandoned.
    private static let abandonedAfter = 3600.0

    /// Creates a cache in `folder`, which is created if necessary.
    package init(folder: PrivateFolder, limit: Int = defaultLimit) {
        self.folder = folder
        self.limit = limit
    }

    /// Returns the cached picture; nil if there is none, or if the file is not a picture.
    ///
    /// Marks it as just used.
    package func picture(for key: ArtworkKey) -> [UInt8]? {
        let path = file(for: key).path
        guard let bytes = try? InputFile.bytes(at: path, limit: limit, accepting: .unlinked) else { return nil }
        guard PictureFormat(bytes) != nil else {
            unlink(path)
            return nil
        }
        utimensat(AT_FDCWD, path, nil, 0)
        return bytes
    }

    /// Caches the picture, and removes others if the cache exceeds its limit.
    ///
    /// - Returns: True if the picture is cached.
    @discardableResult
    package func store(_ bytes: [UInt8], for key: ArtworkKey) -> Bool {
        guard PictureFormat(bytes) != nil, bytes.count <= limit else { return false }
        let file = file(for: key)
        do {
            // An equal file is not written again, but it is used again.
            if try !file.write(bytes, followsLinks: false) { utimensat(AT_FDCWD, file.path, nil, 0) }
        } catch {
            return false
        }
        trim()
        return true
    }

    private func file(for key: ArtworkKey) -> PrivateFile { folder.file("\(key.fileName)\(Self.suffix)") }

    /// If the pictures exceed the limit, removes the oldest until the rest fills at most nine tenths of it.
    private func trim() {
        var pictures: [(path: String, version: FileVersion)] = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let path = folder.file(name).path
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

    // Only files of this cache are removed, because the user may set a folder that contains other files.

    private static func isPicture(_ name: String) -> Bool {
        name.hasSuffix(suffix) && name.count == 32 + suffix.count && name.prefix(32).allSatisfy(\.isHexDigit)
    }

    private static func isTemporary(_ name: String) -> Bool {
        AtomicFile.name(ofTemporary: name).map(isPicture) ?? false
    }
}

/// The identity of a cached picture: its bridge, source, key and size.
package struct ArtworkKey: Hashable, Sendable {
    /// The address of the bridge.
    ///
    /// Different bridges can use the same key for different pictures.
    private var origin: String
    /// The source of the zone, such as `roon`.
    private var source: String
    /// The bridge's opaque key of the picture.
    package var imageKey: String
    /// The edge of the requested square in pixels.
    package var side: Int

    /// Creates the key of a picture.
    package init(origin: String, source: String, imageKey: String, side: Int) {
        self.origin = origin
        self.source = source
        self.imageKey = imageKey
        self.side = side
    }

    /// The key's hash as 32 hexadecimal digits.
    ///
    /// An image key can be a whole URL, which is not usable as a file name.
    var fileName: String {
        // The separator 0xFF does not occur in UTF-8, so that different keys do not have the same bytes.
        WideHash([origin, source, imageKey, String(side)].flatMap { Array($0.utf8) + [0xFF] }).text
    }
}
