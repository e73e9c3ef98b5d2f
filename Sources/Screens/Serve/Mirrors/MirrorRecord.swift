import SubdialDocuments
import SubdialGLib
import SubdialSystem
import SubdialWidgets

/// The state of a mirror in its folder, `.mirror.json`: the files that it has written, and the last message that it received.
struct MirrorRecord: Hashable, Sendable {
    /// The path of the file in the folder.
    static let path = ConfinedPath(known: ResourceFolder.mirrorRecord)

    /// A file that the mirror has written.
    struct File: Hashable, Sendable {
        /// The SHA-256 of its bytes.
        var address: String
        /// The modification time, which shows that the file is unchanged; nil if the file was about to be written.
        var modified: Int64?
        var size: Int
    }

    /// The message state of a receiver.
    struct Messages: Hashable, Sendable {
        /// The id of the queue to which the number belongs.
        var queue: String
        /// The number of the last written message.
        var through: Int
    }

    var files: [MirrorPath: File] = [:]
    /// The kinds whose entries were written.
    var entries: Set<String> = []
    var revision = ""
    /// The message states by receiver name.
    var messages: [String: Messages] = [:]

    init() {}

    /// Parses a file; invalid parts are ignored, because another program wrote them.
    init(_ bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes) else { return }
        revision = json["revision"]?.string ?? ""
        for item in Self.items(json["files"]) {
            guard let path = item["path"]?.string.flatMap({ try? MirrorPath($0) }), let address = item["sha256"]?.string, address.isSHA256
            else { continue }
            files[path] = File(address: address, modified: Self.integer(item["modified"]), size: Int(Self.integer(item["size"]) ?? -1))
        }
        for item in Self.items(json["entries"]) {
            if let kind = item.string, (try? MirrorPath(entryOf: kind)) != nil { entries.insert(kind) }
        }
        for item in Self.items(json["messages"]) {
            guard let name = item["name"]?.string, let queue = item["queue"]?.string, let through = Self.integer(item["through"]) else {
                continue
            }
            messages[name] = Messages(queue: queue, through: Int(through))
        }
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let json = JSONValue.object([
            JSONMember("revision", .string(revision)),
            JSONMember("entries", .array(entries.sorted().map { .string($0) })),
            JSONMember(
                "messages",
                .array(
                    messages.sorted { $0.key < $1.key }.map { name, state in
                        .object([
                            JSONMember("name", .string(name)), JSONMember("queue", .string(state.queue)),
                            JSONMember("through", .integer(Int64(state.through))),
                        ])
                    })),
            JSONMember(
                "files",
                .array(
                    files.map { ("\($0.key)", $0.value) }.sorted { $0.0 < $1.0 }.map { path, file in
                        .object([
                            JSONMember("path", .string(path)), JSONMember("sha256", .string(file.address)),
                            JSONMember("size", .integer(Int64(file.size))),
                            JSONMember("modified", file.modified.map { .integer($0) } ?? .null),
                        ])
                    })),
        ])
        return Array((json.text() + "\n").utf8)
    }

    private static func items(_ json: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = json { items } else { [] }
    }

    private static func integer(_ json: JSONValue?) -> Int64? {
        if case .integer(let value)? = json { value } else { nil }
    }
}
