import SubdialDocuments
import SubdialTimeline

/// The static attributes of a live activity: its zone.
///
/// If a zone is renamed, its activity keeps the old name until the next activity.
public struct ActivityAttributes: Hashable, Sendable {
    /// The maximum size of a zone's name in JSON, in bytes; a longer one is shortened.
    static let nameLimit = 256

    /// The zone's ID as spelled by its source; empty for an entry without a zone.
    public var zoneID: ZoneID
    /// The display name of the zone.
    public var zoneName: String

    /// Creates the attributes of a zone with its unmodified name.
    public init(zoneID: ZoneID, zoneName: String) {
        self.zoneID = zoneID
        self.zoneName = zoneName
    }

    /// Creates the attributes of the zone of `entry`, with its name shortened to 256 bytes.
    public init(_ entry: NowPlaying) {
        self.init(zoneID: ZoneID(entry.zone?.id ?? ""), zoneName: (entry.zone?.name ?? "").shortened(toJSONBytes: Self.nameLimit))
    }

    /// The attributes as JSON, with sorted keys.
    public var json: JSONValue {
        ["zoneID": .string(zoneID.rawValue), "zoneName": .string(zoneName)]
    }

    /// Reads attributes; unknown keys are ignored.
    ///
    /// - Throws: `wrong` with the path of the first invalid value.
    public init(_ json: JSONValue) throws(ActivityError) {
        let fields = Fields(value: json, path: "attributes")
        do throws(EntryError) {
            guard case .object = json else { throw .wrong(path: "attributes", reason: "an object should stand here, not \(json.kind)") }
            guard let id = try fields.text("zoneID") else {
                throw .wrong(path: "attributes.zoneID", reason: "the zone's id is missing")
            }
            self.init(zoneID: ZoneID(id), zoneName: try fields.text("zoneName") ?? id)
        } catch {
            throw ActivityError(error)
        }
    }
}

extension ActivityAttributes: Codable {
    /// Decodes attributes.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    /// Encodes ``json``.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
