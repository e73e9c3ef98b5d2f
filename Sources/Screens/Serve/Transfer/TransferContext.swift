import FoundationEssentials
import SubdialDocuments
import SubdialGLib
import SubdialTimeline

/// The current state of some kinds, with a manifest of all files that are needed to draw the same pixels on another machine.
struct TransferContext: Sendable {
    /// A file of the manifest.
    struct File: Hashable, Sendable {
        /// The path in the mirror's folder.
        let path: String
        let item: TransferItem
        let mediaType: String
    }

    /// The current state of a kind.
    struct Kind: Sendable {
        /// The kind as written in the URL.
        let kind: String
        let title: String
        /// The name of its template folder.
        let folder: String
        let theme: String
        let timeZone: String
        /// The fingerprint that `/events` sends.
        let fingerprint: String
        /// The entry; nil if the source has not answered.
        let entry: JSONValue?
        /// The time at which another entry is due; nil if unknown.
        let next: Date?
    }

    var kinds: [Kind] = []
    var files: [File] = []
    /// The paths of files that are not transferred: links that lead out of the folders, and unreadable files.
    var left: [String] = []

    /// The context as JSON; its revision is a hash of the rest, so equal contexts have equal revisions.
    var json: JSONValue {
        let content: [JSONMember] = [
            JSONMember("kinds", .array(kinds.map(\.json))), JSONMember("files", .array(files.map(\.json))),
            JSONMember("left", .array(left.map { .string($0) })),
        ]
        let revision = SHA256.hex(Array(JSONValue.object(content).text().utf8), digits: 16)
        return .object([JSONMember("version", .integer(1)), JSONMember("revision", .string(revision))] + content)
    }

    /// The media type of a file by its extension.
    static func mediaType(_ path: String) -> String {
        switch path.split(separator: ".").last {
        case "yaml": "application/yaml"
        case "svg": "image/svg+xml"
        case "conf": "application/xml"
        case "ttf": "font/ttf"
        case "otf": "font/otf"
        case "ttc", "otc": "font/collection"
        case "png": "image/png"
        case "jpg": "image/jpeg"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}

extension TransferContext.File {
    init(_ path: String, _ item: TransferItem) {
        self.init(path: path, item: item, mediaType: TransferContext.mediaType(path))
    }

    fileprivate var json: JSONValue {
        .object([
            JSONMember("path", .string(path)), JSONMember("sha256", .string(item.address)), JSONMember("size", .integer(Int64(item.size))),
            JSONMember("type", .string(mediaType)),
        ])
    }
}

extension TransferContext.Kind {
    fileprivate var json: JSONValue {
        .object([
            JSONMember("kind", .string(kind)), JSONMember("title", .string(title)), JSONMember("templates", .string(folder)),
            JSONMember("theme", .string(theme)), JSONMember("timeZone", .string(timeZone)),
            JSONMember("fingerprint", .string(fingerprint)), JSONMember("entry", entry ?? .null),
            JSONMember("next", next.map { .string($0.iso8601) } ?? .null),
        ])
    }
}
