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
    private var pending: (picture: Picture, result: PendingResult<Result<[ColorCluster], PictureProblem>>)?
    private var failed = RecentCache<Identity, PictureProblem>(capacity: 128)
    /// What is missing in pictures that are drawn.
    private var losses = RecentCache<Identity, ImageWarning>(capacity: 128)
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

    /// The reason why an entry's artwork is unusable, or what is missing in it; nil if no problem is known so far.
    func problem(with artwork: String, relativeTo folder: String?) -> PictureFinding? {
        let written = Self.path(artwork, relativeTo: folder)
        func finding(_ problem: String, _ version: FileVersion? = nil) -> PictureFinding {
            PictureFinding(
                artwork, version: version.map { "\($0.size) \($0.modified)" } ?? "", problem, standIn: "a placeholder stands in its place")
        }
        guard let file = FileVersion(path: written, followsLinks: true) else { return finding("there is no such picture") }
        guard let path = permitted(written) else { return finding("the picture is not among those of the mirror") }
        if file.size == 0 { return finding("the picture is empty", file) }
        if file.size > ImageLimits.standard.maxBytes { return finding(PictureLimit.reason, file) }
        guard let problem = failed[.file(path: path, file)] else {
            return losses[.file(path: path, file)].map { PictureFinding(artwork, version: "\(file.size) \(file.modified)", "\($0)") }
        }
        let leftover = (try? InputFile.bytes(at: path, accepting: .regular)).flatMap { GitLeftover($0, isText: false) }
        return finding(leftover.map { "the picture \($0)" } ?? problem.reason, file)
    }

    /// The reason why a cover in memory cannot be decoded, or what is missing in it; nil if no problem is known so far.
    ///
    /// - Parameter place: The origin of the cover.
    func problem(with cover: Cover, from place: String) -> PictureFinding? {
        let identity = Picture.memory(cover).identity
        if let problem = failed[identity] {
            return PictureFinding(
                place, version: WideHash(cover.bytes).text, problem.reason, standIn: "a placeholder stands in its place")
        }
        return losses[identity].map { PictureFinding(place, version: WideHash(cover.bytes).text, "\($0)") }
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

    /// False for a picture that is known to be undecodable.
    func isUsable(_ picture: Picture) -> Bool { failed[picture.identity] == nil }

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
        guard let found = record(found, of: picture) else { return nil }
        if clusters.count >= 128 { clusters.removeAll() }
        clusters[picture.identity] = found
        return found
    }

    /// The digest of a cover; nil if its file cannot be read.
    func digest(_ picture: Picture) -> PictureDigest? {
        if let known = digests[picture.identity] { return known }
        guard let found = try? PictureDigest(picture.bytes()) else { return nil }
        if digests.count >= 1024 { digests.removeAll() }
        digests[picture.identity] = found
        return found
    }

    private func decode(_ picture: Picture, width: Int, height: Int) -> Surface? {
        guard failed[picture.identity] == nil else { return nil }
        var loss: ImageWarning?
        defer { if let loss { losses[picture.identity] = loss } }
        return record(
            Result { () throws(PictureProblem) in
                let bytes = try picture.bytes()
                let surface: Surface?
                do throws(ImageError) {
                    surface = try Surface.decoding(bytes, width: width, height: height, report: { loss = $0 })
                } catch {
                    throw PictureProblem(reason: "\(error)")
                }
                guard let surface else { throw PictureProblem(reason: "there is not enough memory for the picture") }
                return surface
            }, of: picture)
    }

    /// The value of a result; the picture of a failure is not tried again.
    private func record<Value>(_ result: Result<Value, PictureProblem>, of picture: Picture) -> Value? {
        switch result {
        case .success(let value): return value
        case .failure(let problem):
            failed[picture.identity] = problem
            return nil
        }
    }
}

/// The reason why a picture cannot be read or decoded.
private struct PictureProblem: Error {
    let reason: String
}

extension ColorCluster {
    /// The clusters of a cover.
    fileprivate static func clusters(of picture: ArtworkLoader.Picture) -> Result<[ColorCluster], PictureProblem> {
        Result { () throws(PictureProblem) in
            let bytes = try picture.bytes()
            do throws(ImageError) {
                return clusters(of: try ImageDecoder.decode(bytes, width: 96, height: 96))
            } catch {
                throw PictureProblem(reason: "\(error)")
            }
        }
    }
}

extension ArtworkLoader.Picture {
    /// The encoded cover.
    fileprivate func bytes() throws(PictureProblem) -> [UInt8] {
        switch self {
        case .file(let path, _):
            do throws(ReadError) {
                return try InputFile.bytes(at: path, limit: PictureLimit.bytes, accepting: .regular)
            } catch {
                throw PictureProblem(reason: error.reason)
            }
        case .memory(let cover): return cover.bytes
        }
    }
}
