import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialHTTP
import SubdialKinds
import SubdialSystem
import SubdialTimeline

/// Fetches the pictures at URLs in entries, before drawing, and stores them as files.
///
/// Equal URLs are fetched once; an existing file is fetched again only with new data.
struct PictureFetcher: Sendable {
    /// The maximum size of a picture, in bytes.
    static let maximum = 2 << 20
    /// The maximum number of pictures per answer.
    private static let limit = 32

    private let http: HTTPClient
    private let folder: PrivateFolder
    /// The hosts of the kind's own URLs, whose pictures may be in private networks.
    var ownHosts: Set<String> = []
    private let lane = WorkLane()

    init(http: HTTPClient, folder: PrivateFolder) {
        self.http = http
        self.folder = folder
    }

    /// The entries with file paths in place of URLs; unavailable pictures are removed.
    func local(_ entries: [Entry]) async -> [Entry] {
        let addresses = Set(entries.flatMap { $0.fields.pictures.values.compactMap(\.location) }.filter(Self.isAddress)).sorted().prefix(
            Self.limit)
        guard !addresses.isEmpty else { return entries }
        let places = await addresses.concurrentMap { await file(of: $0) }
        var files: [String: String] = [:]
        for (address, place) in zip(addresses, places) { files[address] = place }
        return entries.map { entry in
            var (entry, content) = (entry, entry.fields)
            for (name, picture) in content.pictures {
                guard let location = picture.location, Self.isAddress(location) else { continue }
                content.pictures[name] = files[location].map { EntryPicture(key: location, location: $0) }
            }
            entry.content = content
            return entry
        }
    }

    private static func isAddress(_ location: String) -> Bool { location.hasPrefix("http://") || location.hasPrefix("https://") }

    /// The path of the file with the picture at a URL; nil if it is unavailable.
    private func file(of address: String) async -> String? {
        // The name is a hash, because URLs contain characters that file names cannot.
        let kept = folder.file("picture-\(String(address.stableHash, radix: 16))")
        guard let host = try? WebURL(parsing: address).host else { return nil }
        let reader = URLReader(
            http: http, question: URLTransport.Request(url: address), timeout: 10, maximum: Self.maximum,
            isForeign: !ownHosts.contains(host))
        guard case .document(let bytes, _)? = try? await reader.read(), !bytes.isEmpty else {
            return await lane.value { FileManager.default.fileExists(atPath: kept.path) } == true ? kept.path : nil
        }
        let isWritten = await lane.value { (try? kept.write(bytes)) != nil } ?? false
        return isWritten ? kept.path : nil
    }
}
