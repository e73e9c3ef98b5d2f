import Drawing
import Engine
import Expressions
import FoundationEssentials
import JSON
import Timeline

/// An entry as a mirror has it: its pictures are files of the mirror.
struct PortableEntry: Sendable {
    /// The path of a picture that cannot be fetched: a file that never exists.
    private static let missing = "../covers/missing"

    let json: JSONValue
    let files: [TransferContext.File]
    /// False where the picture that gives the entry its colours may be had a little later.
    let isComplete: Bool

    /// - Parameters:
    ///   - folder: The folder that the entry's pictures are relative to; nil for none.
    ///   - shelf: Where the pictures are put.
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
        // The pictures of what lists hold have no fields of their own.
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
        // A source may name any file of this machine: only files that can be drawn are given away.
        guard
            let item = await shelf.put(file: path, within: nil, limit: ImageLimits.standard.maxBytes, where: { Self.ending($0) != nil })
        else { return nil }
        return Self.file(item, "picture")
    }

    private static func file(_ item: TransferItem, _ ending: String) -> TransferContext.File {
        TransferContext.File("covers/\(item.address).\(ending)", item)
    }

    /// The ending of a picture's file; nil for what cannot be drawn.
    private static func ending(_ bytes: [UInt8]) -> String? {
        switch ImageFormat.sniff(bytes) {
        case .jpeg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .gif, .svg, .unknown: nil
        }
    }

    // MARK: Pictures of what lists hold

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

    /// The value with other places of its pictures: fields of that type, and what templates take for one by its name.
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
