import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialGLib

/// The current state of a server, from its `/transfer/context.json`.
struct MirrorContext: Sendable {
    /// A file of the manifest.
    struct File: Hashable, Sendable {
        let path: MirrorPath
        /// The SHA-256 of its bytes, in hexadecimal digits.
        let address: String
        /// The size in bytes.
        let size: Int
    }

    /// A kind's entry.
    struct Kind: Sendable {
        let name: String
        let path: MirrorPath
        /// The entry; nil if the server has none now.
        let entry: JSONValue?
        /// The time at which another entry is due, in ISO 8601; nil if unknown.
        let next: String?
    }

    /// The maximum number of files.
    private static let maximumFiles = 10_000
    /// The maximum number of kinds.
    private static let maximumKinds = 64
    /// The maximum number of announced files.
    private static let maximumMedia = 1000
    /// The maximum size of the context itself, in bytes.
    static let maximumBytes = 16 << 20

    let revision: String
    let kinds: [Kind]
    let files: [File]
    /// The files that players have announced, in the order in which to fetch them.
    let media: [File]
    /// The files that the server does not transfer.
    let left: [String]

    /// True if the server has sent fonts.
    var hasFonts: Bool { files.contains(where: \.path.isFont) }

    /// The total size of all files in bytes; each address counts once.
    var byteCount: Int { Dictionary(files.map { ($0.address, $0.size) }) { first, _ in first }.values.reduce(0, +) }

    /// Parses the server's response.
    ///
    /// - Parameter limit: The maximum size of all files, in bytes.
    /// - Throws: ``MirrorError`` for an invalid context, or one that a mirror refuses.
    init(_ bytes: [UInt8], limit: Int) throws(MirrorError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .context("it is not JSON: \(error)")
        }
        guard json["version"] == 1 else {
            throw .context(json["version"] == nil ? "it has no version" : "it has another version than 1: have both sides the same Subdial")
        }
        guard let revision = json["revision"]?.string, (1...64).contains(revision.utf8.count), case .array(let kinds)? = json["kinds"],
            case .array(let files)? = json["files"]
        else { throw .context("it lacks its revision, kinds or files") }
        guard kinds.count <= Self.maximumKinds, files.count <= Self.maximumFiles else {
            throw .context("it has more than \(Self.maximumKinds) kinds or \(Self.maximumFiles) files")
        }
        self.revision = revision.oneLine(limit: 120)
        var list: [File] = []
        var (fontCount, fontBytes) = (0, 0)
        var paths: Set<MirrorPath> = []
        var sizes: [String: Int] = [:]
        var byteCount = 0
        for item in files {
            guard let text = item["path"]?.string, let address = item["sha256"]?.string, address.isSHA256,
                case .integer(let size)? = item["size"], size >= 0
            else { throw .context("a file of it has no path, SHA-256 or size: \(item.text().oneLine(limit: 120))") }
            let path = try MirrorPath(text)
            guard !path.isMedia else { throw .path(text.oneLine(limit: 120), reason: "it is no file of a picture") }
            // A server of an earlier version sends its own, which could name any file.
            guard !path.isFontConfiguration else { continue }
            guard paths.insert(path).inserted else { throw .path(text.oneLine(limit: 120), reason: "it stands there twice") }
            guard size <= Int64(limit) else { throw .tooLarge(bytes: Int(clamping: size), limit: limit) }
            if let known = sizes[address] {
                guard known == Int(size) else { throw .context("a file of it has two sizes: \(address)") }
            } else {
                sizes[address] = Int(size)
                byteCount += Int(size)
                guard byteCount <= limit else { throw .tooLarge(bytes: byteCount, limit: limit) }
            }
            if path.isFont {
                (fontCount, fontBytes) = (fontCount + 1, fontBytes + Int(size))
                guard fontCount <= TransferFonts.maximumCount, fontBytes <= TransferFonts.maximumBytes, size <= FontFile.maximumBytes else {
                    throw .context("it has too many fonts, or too large ones: \(text.oneLine(limit: 120))")
                }
            }
            list.append(File(path: path, address: address, size: Int(size)))
        }
        // A path cannot be both a file and a folder.
        for path in paths {
            for length in 1..<path.parts.count
            where paths.contains(where: { $0.parts.count == length && path.parts.starts(with: $0.parts) }) {
                throw .path("\(path)", reason: "another file stands in its way")
            }
        }
        self.files = list
        var found: [Kind] = []
        for item in kinds {
            guard let name = item["kind"]?.string else { throw .context("a kind of it has no name") }
            guard !found.contains(where: { $0.name == name }) else {
                throw .context("a kind of it stands there twice: '\(name.oneLine(limit: 120))'")
            }
            let entry: JSONValue?
            switch item["entry"] {
            case nil, .null: entry = nil
            case .object?: entry = item["entry"]
            default: throw .context("the entry of '\(name.oneLine(limit: 120))' is no object")
            }
            found.append(Kind(name: name, path: try MirrorPath(entryOf: name), entry: entry, next: item["next"]?.string))
        }
        self.kinds = found
        var media: [File] = []
        if case .array(let items)? = json["media"] {
            for item in items.prefix(Self.maximumMedia) {
                let file = try File(media: item)
                guard paths.insert(file.path).inserted else { throw .path("\(file.path)", reason: "it stands there twice") }
                media.append(file)
            }
        }
        self.media = media
        guard case .array(let left)? = json["left"] else {
            self.left = []
            return
        }
        self.left = left.prefix(Self.maximumFiles).compactMap { $0.string?.oneLine(limit: 120) }
    }
}

extension MirrorContext.File {
    /// The maximum size of an announced file in bytes.
    private static let maximumMedia = 512 << 20

    /// Parses an announced file of a context: its path below `media`, SHA-256 and size.
    fileprivate init(media item: JSONValue) throws(MirrorError) {
        guard let text = item["path"]?.string, let address = item["sha256"]?.string, let size = item["size"] else {
            throw .context("an announced file of it has no path, SHA-256 or size: \(item.text().oneLine(limit: 120))")
        }
        guard text.hasPrefix("media/") else { throw .path(text.oneLine(limit: 120), reason: "an announced file is in media alone") }
        try self.init(media: String(text.dropFirst("media/".count)), address: address, size: size)
    }

    /// Parses a `media_transfer`; nil for another message.
    init?(message: JSONValue) throws(MirrorError) {
        guard message["type"]?.string == "media_transfer" else { return nil }
        guard let name = message["filename"]?.string, let checksum = message["checksum"]?.string?.lowercased(),
            let size = message["fileSize"],
            checksum.hasPrefix("sha256:")
        else { throw .context("a media_transfer has no filename, checksum or fileSize: \(message.text().oneLine(limit: 120))") }
        try self.init(media: name, address: String(checksum.dropFirst("sha256:".count)), size: size)
    }

    private init(media name: String, address: String, size: JSONValue) throws(MirrorError) {
        let path = try MirrorPath(media: name)
        guard address.isSHA256, case .integer(let size) = size, (0...Int64(Self.maximumMedia)).contains(size) else {
            throw .context(
                "the announced file '\(name.oneLine(limit: 60))' has no SHA-256, or no size up to \(Self.maximumMedia >> 20) MiB")
        }
        self.init(path: path, address: address, size: Int(size))
    }
}
