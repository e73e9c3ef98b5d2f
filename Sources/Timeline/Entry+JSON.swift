import FoundationEssentials
import JSON
import Playback

/// An entry file that cannot be used.
public enum EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not JSON.
    case notJSON(JSONError)
    /// It is JSON, but what stands at `path` is not what belongs there.
    case wrong(path: String, reason: String)

    /// Where in the file it is, and what is wrong there.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .wrong(let path, let reason): "\(path): \(reason)"
        }
    }
}

extension Entry {
    /// Reads an entry file's text.
    public init(parsing text: String) throws(EntryError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw .notJSON(error)
        }
        try self.init(json)
    }

    /// Reads an entry of which only `date` and `status` have to be there.
    ///
    /// All else may be left out or null; unknown keys are passed over.
    ///
    /// - Throws: `wrong` with the path of the first value that cannot be used.
    public init(_ json: JSONValue) throws(EntryError) {
        let fields = Fields(value: json, path: "entry")
        guard case .object = json else { throw .wrong(path: "entry", reason: "an object should stand here, not \(json.kind)") }
        guard let date = try fields.date("date") else {
            throw .wrong(path: "date", reason: "the entry's date is missing, e.g. \"2026-01-08T20:15:04Z\"")
        }
        guard let status: PlaybackStatus = try fields.word("status") else {
            throw .wrong(path: "status", reason: "the entry's status is missing: \(Fields.list(PlaybackStatus.self))")
        }
        self.init(date: date, status: status)
        if let zone = try fields.object("zone") {
            let named = try zone.text("name")
            guard let id = try zone.text("id") ?? named else { throw .wrong(path: "zone.id", reason: "the zone's id is missing") }
            self.zone = ZoneName(id: id, name: named, source: try zone.text("source"), isLocked: try zone.truth("locked") ?? false)
        }
        if let track = try fields.object("track") { self.track = try Track(track) }
        position = try fields.number("position")
        if let volume = try fields.object("volume") { self.volume = try Volume(volume) }
        artwork = try fields.text("artwork")
        connection = try fields.word("connection") ?? .live
        lastContact = try fields.date("lastContact")
        if case .object(let members)? = try fields.object("metadata")?.value {
            metadata = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
        }
        for item in try fields.objects("queue") { queue.append(QueuedTrack(try Track(item), artwork: try item.text("artwork"))) }
    }

    /// The entry as its file has it.
    public var json: JSONValue {
        var members = [JSONMember("date", .string(date.iso8601))]
        if let zone {
            members.append(
                JSONMember(
                    "zone",
                    .object(
                        [
                            JSONMember("id", .string(zone.id)), JSONMember("name", .string(zone.name)),
                        ] + (zone.source.map { [JSONMember("source", .string($0))] } ?? [])
                            + (zone.isLocked ? [JSONMember("locked", .bool(true))] : []))))
        }
        members.append(JSONMember("status", .string(status.rawValue)))
        if let track { members.append(JSONMember("track", .object(track.members))) }
        if let position { members.append(JSONMember("position", .double(position))) }
        members.append(JSONMember("volume", volume?.json ?? .null))
        if let artwork { members.append(JSONMember("artwork", .string(artwork))) }
        members.append(JSONMember("connection", .string(connection.rawValue)))
        if let lastContact { members.append(JSONMember("lastContact", .string(lastContact.iso8601))) }
        if !metadata.isEmpty {
            members.append(JSONMember("metadata", .object(metadata.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })))
        }
        if !queue.isEmpty {
            members.append(
                JSONMember(
                    "queue",
                    .array(queue.map { .object($0.track.members + ($0.artwork.map { [JSONMember("artwork", .string($0))] } ?? [])) })))
        }
        return .object(members)
    }
}

extension Track {
    fileprivate init(_ fields: Fields) throws(EntryError) {
        self.init(
            title: try fields.text("title") ?? "", artist: try fields.text("artist") ?? "", album: try fields.text("album") ?? "",
            length: try fields.number("length"))
    }

    fileprivate var members: [JSONMember] {
        [JSONMember("title", .string(title)), JSONMember("artist", .string(artist)), JSONMember("album", .string(album))]
            + (length.map { [JSONMember("length", .double($0))] } ?? [])
    }
}

extension Entry: Codable {
    /// Reads an entry as its file has it.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    /// Writes an entry as its file has it.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Volume {
    fileprivate init(_ fields: Fields) throws(EntryError) {
        guard let value = try fields.number("value") else { throw .wrong(path: "volume.value", reason: "the volume's value is missing") }
        let scale = VolumeScale(
            minimum: try fields.number("minimum") ?? 0, maximum: try fields.number("maximum") ?? 100, step: try fields.number("step") ?? 1,
            unit: try fields.word("unit") ?? .number)
        guard scale.isUsable else { throw .wrong(path: "volume", reason: "the range needs a minimum below its maximum and a step above 0") }
        self.init(value: value, scale: scale, isMuted: try fields.truth("muted") ?? false)
    }

    fileprivate var json: JSONValue {
        [
            "value": .double(value), "minimum": .double(scale.minimum), "maximum": .double(scale.maximum), "step": .double(scale.step),
            "unit": .string(scale.unit.rawValue), "muted": .bool(isMuted),
        ]
    }
}
