import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialSystem

/// A cache of covers, decoded to the sizes in which they are drawn.
final class ArtworkLoader {
    /// An encoded cover, in a file or in memory.
    ///
    /// A replaced or overwritten file is a different picture.
    enum Picture: Hashable, Sendable {
        case file(path: String, FileVersion)
        case memory(Cover)

        /// A key for the picture that does not retain its bytes.
        fileprivate var identity: Identity {
            switch self {
            case .file(let path, let version): .file(path: path, version)
            case .memory(let cover): .memory(key: cover.key, count: cover.bytes.count)
            }
        }
    }

    fileprivate enum Identity: Hashable {
        case file(path: String, FileVersion)
        case memory(key: String, count: Int)
    }

    private struct Key: Hashable {
        let picture: Identity
        let width: Int
        let height: Int
    }

    /// The only folder of the pictures; nil for any folder.
    private let onlyFolder: String?
    /// The pictures that a widget's source has, by their bytes.
    let pictures = PictureCache()
    private var surfaces: [Key: Surface] = [:]
    private var clusters: [Identity: [ColorCluster]] = [:]
    private var digests: [Identity: PictureDigest] = [:]
    /// The clusters of a cover that are being determined.
    private var pending: (picture: Picture, result: PendingResult<[ColorCluster]?>)?
    private var failed = RecentCache<Identity, Bool>(capacity: 128)
    /// The number of pictures known to be undecodable.
    var knownFailures: Int { failed.count }

    /// Creates a cache.
    ///
    /// - Parameter folder: The only folder of the pictures; a picture elsewhere, or behind a link that leads elsewhere, is unusable.
    init(within folder: String? = nil) { onlyFolder = folder }

    /// The file of an entry's artwork; nil if there is none or if it is unusable.
    func picture(_ artwork: String?, relativeTo folder: String?) -> Picture? {
        guard let artwork, !artwork.isEmpty, let path = permitted(Self.path(artwork, relativeTo: folder)) else { return nil }
        guard let file = FileVersion(path: path, followsLinks: true), file.size > 0, file.size <= ImageLimits.standard.maxBytes else {
            return nil
        }
        return failed[.file(path: path, file)] == nil ? .file(path: path, file) : nil
    }

    /// The reason why an entry's artwork is unusable; nil if no problem is known so far.
    func problem(with artwork: String, relativeTo folder: String?) -> String? {
        let written = Self.path(artwork, relativeTo: folder)
        guard let file = FileVersion(path: written, followsLinks: true) else { return "there is no such picture" }
        guard let path = permitted(written) else { return "the picture is not among those of the mirror" }
        if file.size == 0 { return "the picture is empty" }
        if file.size > ImageLimits.standard.maxBytes { return "the picture has more than \(ImageLimits.standard.maxBytes) bytes" }
        guard failed[.file(path: path, file)] != nil else { return nil }
        let leftover = (try? InputFile.bytes(at: path, accepting: .regular)).flatMap { GitLeftover($0, isText: false) }
        return leftover.map { "the picture \($0)" } ?? "this is no picture that can be decoded"
    }

    /// The path, without links if there is only one folder of pictures; nil if it is elsewhere.
    private func permitted(_ path: String) -> String? {
        guard let onlyFolder else { return path }
        return ConfinedFolder.place(of: path, within: onlyFolder)
    }

    private static func path(_ artwork: String, relativeTo folder: String?) -> String {
        let path = artwork.hasPrefix("file://") ? URL(string: artwork)?.path ?? artwork : artwork
        return path.hasPrefix("/") ? path : (folder ?? ".") + "/" + path
    }

    /// The picture of a cover in memory; nil if it is known to be undecodable.
    func picture(_ cover: Cover) -> Picture? {
        let picture = Picture.memory(cover)
        return failed[picture.identity] == nil ? picture : nil
    }

    /// The cover scaled to fill `width` × `height` pixels; nil if it cannot be decoded.
    func surface(_ picture: Picture, width: Int, height: Int) -> Surface? {
        let key = Key(picture: picture.identity, width: width, height: height)
        if let surface = surfaces[key] { return surface }
        guard let surface = decode(picture, width: width, height: height) else { return nil }
        if surfaces.count >= 32 { surfaces.removeAll() }
        surfaces[key] = surface
        return surface
    }

    /// Determines the colour clusters of a cover in the background, unless they are known, for the next ``clusters(_:)`` of the same cover.
    func prepareClusters(_ picture: Picture) {
        guard clusters[picture.identity] == nil, failed[picture.identity] == nil, pending?.picture != picture else { return }
        // At most one cover is decoded in the background: an earlier one that nobody has fetched is awaited.
        _ = pending.take()?.result.value()
        pending = (picture, PendingResult { ColorCluster.clusters(of: picture) })
    }

    /// The colour clusters of the cover; nil if it cannot be decoded.
    func clusters(_ picture: Picture) -> [ColorCluster]? {
        if let known = clusters[picture.identity] { return known }
        guard failed[picture.identity] == nil else { return nil }
        let prepared = pending.take().flatMap { $0.picture == picture ? $0.result : nil }
        let found = if let prepared { prepared.value() } else { ColorCluster.clusters(of: picture) }
        guard let found else {
            failed[picture.identity] = true
            return nil
        }
        if clusters.count >= 128 { clusters.removeAll() }
        clusters[picture.identity] = found
        return found
    }

    /// The digest of a cover; nil if its file cannot be read.
    func digest(_ picture: Picture) -> PictureDigest? {
        if let known = digests[picture.identity] { return known }
        guard let found = picture.bytes.map(PictureDigest.init) else { return nil }
        if digests.count >= 1024 { digests.removeAll() }
        digests[picture.identity] = found
        return found
    }

    private func decode(_ picture: Picture, width: Int, height: Int) -> Surface? {
        guard failed[picture.identity] == nil else { return nil }
        do {
            if let bytes = picture.bytes { return try Surface.decoding(bytes, width: width, height: height) }
        } catch {
            // It is no picture; like a file that cannot be read, it is not tried again.
        }
        failed[picture.identity] = true
        return nil
    }
}

extension ColorCluster {
    /// The clusters of a cover; nil if it cannot be decoded.
    fileprivate static func clusters(of picture: ArtworkLoader.Picture) -> [ColorCluster]? {
        picture.bytes.flatMap { try? ImageDecoder.decode($0, width: 96, height: 96) }.map { clusters(of: $0) }
    }
}

extension ArtworkLoader.Picture {
    /// The encoded cover; nil if its file cannot be read.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .file(let path, _): InputFile.picture(at: path)
        case .memory(let cover): cover.bytes
        }
    }
}
