import Files
import FoundationEssentials
import HTTP
import Kinds
import Timeline

/// Fetches the pictures that entries name by addresses, before anything is drawn, and keeps them as files.
///
/// Equal addresses are fetched once; a file that is there already is asked for again only with the data.
struct PictureFetcher: Sendable {
    /// The largest picture, in bytes.
    static let maximum = 2 << 20
    /// The most pictures of one answer.
    static let limit = 32

    let http: HTTPClient
    let folder: String
    /// The hosts of the kind's own addresses, whose pictures may be anywhere.
    var ownHosts: Set<String> = []

    /// The entries with files in place of addresses; a picture that cannot be had is left out.
    func local(_ entries: [Entry]) async -> [Entry] {
        let addresses = Set(entries.flatMap { $0.pictures.values.compactMap(\.location) }.filter(Self.isAddress)).sorted().prefix(
            Self.limit)
        guard !addresses.isEmpty else { return entries }
        let files = await withTaskGroup(of: (String, String?).self) { group in
            for address in addresses { group.addTask { (address, await file(of: address)) } }
            return await group.reduce(into: [String: String]()) { $0[$1.0] = $1.1 }
        }
        return entries.map { entry in
            var entry = entry
            for (name, picture) in entry.pictures {
                guard let location = picture.location, Self.isAddress(location) else { continue }
                entry.pictures[name] = files[location].map { EntryPicture(key: location, location: $0) }
            }
            return entry
        }
    }

    private static func isAddress(_ location: String) -> Bool { location.hasPrefix("http://") || location.hasPrefix("https://") }

    /// The file that holds the picture at an address; nil where it cannot be had.
    private func file(of address: String) async -> String? {
        // Addresses hold characters that file names cannot: the name is a hash.
        let path = "\(folder)/picture-\(String(address.stableHash, radix: 16))"
        guard let host = try? WebURL(parsing: address).host else { return nil }
        let reader = URLReader(
            http: http, question: ResolvedRequest.URLQuestion(url: address), timeout: 10, maximum: Self.maximum,
            isForeign: !ownHosts.contains(host))
        guard case .document(let bytes, _)? = try? await reader.read(), !bytes.isEmpty else {
            return FileManager.default.fileExists(atPath: path) ? path : nil
        }
        return (try? AtomicFile.write(bytes, to: path)) == nil ? nil : path
    }
}
