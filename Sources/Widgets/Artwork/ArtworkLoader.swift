import Drawing
import FoundationEssentials

/// Covers decoded to the sizes in which they are drawn, each once.
final class ArtworkLoader {
    /// Where a cover's bytes are.
    ///
    /// Two that are equal are the same picture: a file that is replaced is another one.
    enum Source: Hashable {
        case file(path: String, modified: Date, size: Int)
        case memory(Cover)
    }

    private struct Key: Hashable {
        let source: Source
        let width: Int
        let height: Int
    }

    /// Files larger than this are no covers.
    static let maximumBytes = 32 << 20

    private var surfaces: [Key: Surface] = [:]
    private var clusters: [Source: [ColorCluster]] = [:]
    private var failed: Set<Source> = []

    /// The file behind an entry's artwork; nil where there is none, or none that can be used.
    func source(_ artwork: String?, relativeTo folder: String?) -> Source? {
        guard var path = artwork, !path.isEmpty else { return nil }
        if path.hasPrefix("file://") { path = URL(string: path)?.path ?? path }
        if !path.hasPrefix("/") { path = (folder ?? ".") + "/" + path }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let size = attributes[.size] as? Int ?? (attributes[.size] as? UInt64).map(Int.init),
            size > 0, size <= Self.maximumBytes
        else { return nil }
        let source = Source.file(path: path, modified: attributes[.modificationDate] as? Date ?? .distantPast, size: size)
        return failed.contains(source) ? nil : source
    }

    /// A cover in memory; nil where it is known to be none.
    func source(_ cover: Cover) -> Source? {
        failed.contains(.memory(cover)) ? nil : .memory(cover)
    }

    /// The cover filling `width` × `height` pixels; nil where it cannot be decoded.
    func surface(_ source: Source, width: Int, height: Int) -> Surface? {
        let key = Key(source: source, width: width, height: height)
        if let surface = surfaces[key] { return surface }
        guard let bitmap = decode(source, width: width, height: height), let surface = try? Surface(bitmap) else { return nil }
        if surfaces.count >= 32 { surfaces.removeAll() }
        surfaces[key] = surface
        return surface
    }

    /// The cover's colours; nil where it cannot be decoded.
    func clusters(_ source: Source) -> [ColorCluster]? {
        if let known = clusters[source] { return known }
        guard let bitmap = decode(source, width: 96, height: 96) else { return nil }
        if clusters.count >= 128 { clusters.removeAll() }
        let found = ColorCluster.clusters(of: bitmap)
        clusters[source] = found
        return found
    }

    private func decode(_ source: Source, width: Int, height: Int) -> Bitmap? {
        guard let bytes = source.bytes, let bitmap = try? ImageDecoder.decode(bytes, width: width, height: height) else {
            failed.insert(source)
            return nil
        }
        return bitmap
    }
}

extension ArtworkLoader.Source {
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .file(let path, _, _): FileManager.default.contents(atPath: path).map { [UInt8]($0) }
        case .memory(let cover): cover.bytes
        }
    }
}
