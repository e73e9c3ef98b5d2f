import FoundationEssentials
import SubdialDocuments
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialTimeline

/// An entry for a mirror: its pictures are files of the mirror.
struct PortableEntry: Sendable {
    /// The path for a picture that cannot be fetched; no such file exists.
    private static let missing = "../covers/missing"

    let json: JSONValue
    let files: [TransferContext.File]
    /// False if the picture that determines the entry's colours may become available a little later.
    let isComplete: Bool

    /// - Parameters:
    ///   - folder: The folder to which the entry's picture paths are relative; nil for none.
    ///   - shelf: The shelf that receives the pictures.
    init(_ entry: Entry, of scene: EntryProvider.Scene, folder: String?, on shelf: TransferShelf) async {
        var entry = entry.disclosed
        var files: [TransferContext.File] = []
        var isComplete = true
        let own = entry.cover?.picture
        for (name, picture) in entry.pictures {
            var file: TransferContext.File?
            if picture == own {
                if let cover = await scene.cover(of: entry), let ending = Self.ending(cover.bytes) {
                    file = Self.file(await shelf.put(cover.bytes), ending)
                } else {
                    isComplete = false
                }
            } else if let location = picture.location {
                file = await Self.file(at: location, in: folder, on: shelf)
            }
            if let file { files.append(file) }
            entry.pictures[name]?.location = file.map { "../\($0.path)" } ?? picture.location.map { _ in Self.missing }
        }
        // Pictures inside lists are not separate fields.
        var found: [String: TransferContext.File?] = [:]
        let fields = entry.schema.fields
        let written = entry.json
        for location in fields.flatMap({ Self.locations(in: written[$0.name], of: $0.type) }) where found[location] == nil {
            found[location] = .some(await Self.file(at: location, in: folder, on: shelf))
        }
        guard case .object(let members) = written else {
            (json, self.files, self.isComplete) = (written, files, isComplete)
            return
        }
        json = .object(
            members.map { member in
                guard let field = fields.first(where: { $0.name == member.key }), field.type != .image else { return member }
                return JSONMember(
                    member.key,
                    Self.replacing(member.value, of: field.type) { location in
                        found[location].flatMap { $0 }.map { "../\($0.path)" } ?? Self.missing
                    })
            })
        self.files = files + found.values.compactMap { $0 }
        self.isComplete = isComplete
    }

    private static func file(at location: String, in folder: String?, on shelf: TransferShelf) async -> TransferContext.File? {
        var path = location
        if path.hasPrefix("file://") { path = URL(string: path)?.path ?? path }
        if !path.hasPrefix("/") { path = (folder ?? ".") + "/" + path }
        // A source may name any file of this machine, so only files in a supported picture format are transferred.
        guard
            let item = await shelf.put(file: path, within: nil, limit: ImageLimits.standard.maxBytes, where: { Self.ending($0) != nil })
        else { return nil }
        return Self.file(item, "picture")
    }

    private static func file(_ item: TransferItem, _ ending: String) -> TransferContext.File {
        TransferContext.File("covers/\(item.address).\(ending)", item)
    }

    /// The file extension of a picture; nil for an unsupported format.
    private static func ending(_ bytes: [UInt8]) -> String? {
        switch ImageFormat.sniff(bytes) {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .gif, .svg, .unknown: nil
        }
    }

    // MARK: Pictures in lists

    private static func locations(in json: JSONValue?, of type: FieldType) -> [String] {
        var found: [String] = []
        if let json, type != .image {
            _ = replacing(json, of: type) { location in
                found.append(location)
                return location
            }
        }
        return found
    }

    /// The value with replaced picture locations: fields of type image, and values that templates treat as a picture by their name.
    private static func replacing(_ json: JSONValue, of type: FieldType, _ replace: (String) -> String) -> JSONValue {
        switch (json, type) {
        case (.string(let text), .image) where !text.isEmpty: .string(replace(text))
        case (.array(let items), .list(let type)): .array(items.map { replacing($0, of: type, replace) })
        case (.array(let items), .any), (.array(let items), .map([])): .array(items.map { replacing($0, of: .any, replace) })
        case (.object(let members), .map(let fields)) where !fields.isEmpty:
            .object(
                members.map { member in
                    guard let field = fields.first(where: { $0.name == member.key }) else { return member }
                    return JSONMember(member.key, replacing(member.value, of: field.name == "artwork" ? .image : field.type, replace))
                })
        case (.object(let members), .map), (.object(let members), .any):
            .object(members.map { JSONMember($0.key, replacing($0.value, of: $0.key == "artwork" ? .image : .any, replace)) })
        default: json
        }
    }
}
