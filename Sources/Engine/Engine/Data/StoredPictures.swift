import FoundationEssentials
import SubdialBasics
import SubdialSystem
import SubdialTimeline

/// The stored pictures of an instance's entries, by the addresses that its documents name.
struct StoredPictures: Hashable, Sendable, Codable {
    /// A picture in the folder of stored pictures.
    struct Picture: Hashable, Sendable, Codable {
        /// The name of the file, which contains the digest of its content.
        var file: String
        /// The server's, to request the picture only if it has changed.
        var validators: URLReader.Validators
    }

    /// An address without a picture.
    struct Refusal: Hashable, Sendable, Codable {
        /// The time in seconds until a refused picture is requested again.
        private static let pause = 60.0

        var date: Date
        var reason: String
        /// True if another request would not help, because the answer has too many pictures.
        var isFinal = false

        /// True until the picture is requested again.
        var holds: Bool { isFinal || (0..<Self.pause).contains(Date.now.timeIntervalSince(date)) }
    }

    /// The pictures by address.
    var pictures: [String: Picture] = [:]
    /// The addresses without a picture.
    var refusals: [String: Refusal] = [:]

    /// Makes an empty record.
    init() {}

    /// Finds the pictures of entries as version 0.1.0 stored them: in files that are named by a hash of the address.
    init(of entries: [Entry], in folder: PrivateFolder) {
        for address in Self.addresses(in: entries) {
            let file = Picture.prefix + String(address.stableHash, radix: 16)
            let picture = Picture(file: file, validators: URLReader.Validators())
            if picture.exists(in: folder) { pictures[address] = picture }
        }
    }

    /// The addresses in entries, those of the first entries first.
    static func addresses(in entries: [Entry]) -> [String] {
        var seen: Set<String> = []
        return entries.flatMap { $0.fields.pictureLocations($0.schema) }.filter { isAddress($0) && seen.insert($0).inserted }
    }

    /// True for a location that is fetched.
    static func isAddress(_ location: String) -> Bool { location.hasPrefix("http://") || location.hasPrefix("https://") }

    /// The entries with the paths of stored files in place of addresses; the picture of a field that is not stored is removed.
    func local(_ entries: [Entry], in folder: PrivateFolder) -> [Entry] {
        entries.map { entry in
            let fields = entry.fields
            let replaced = fields.replacingPictures(entry.schema) { location in
                Self.isAddress(location) ? pictures[location].map { folder.file($0.file).path } : location
            }
            guard replaced != fields else { return entry }
            var entry = entry
            entry.content = replaced
            return entry
        }
    }

    /// True if both have the same pictures, and lack others for the same reasons.
    func isSame(as other: StoredPictures) -> Bool {
        pictures == other.pictures && refusals.mapValues(\.reason) == other.refusals.mapValues(\.reason)
    }

    /// The addresses whose pictures are not stored, and are requested now.
    func missing(_ addresses: [String], in folder: PrivateFolder) -> [String] {
        addresses.filter { address in
            guard let picture = pictures[address] else { return refusals[address]?.holds != true }
            return !picture.exists(in: folder)
        }
    }
}

extension StoredPictures.Picture {
    /// The prefix of stored pictures' names.
    static let prefix = "picture-"

    /// True if the file is there.
    func exists(in folder: PrivateFolder) -> Bool { size(in: folder) > 0 }

    /// The size of the file in bytes; 0 if there is none.
    func size(in folder: PrivateFolder) -> Int {
        // The name is from a file, and must not lead elsewhere.
        guard file.hasPrefix(Self.prefix), file.dropFirst(Self.prefix.count).allSatisfy(\.isHexDigit) else { return 0 }
        return FileVersion(path: folder.file(file).path)?.size ?? 0
    }
}
