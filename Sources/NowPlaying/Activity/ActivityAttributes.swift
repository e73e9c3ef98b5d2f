import JSON
import Playback
import Timeline

/// What of a live activity stays the same as long as it lives: whose it is.
///
/// A zone that is given another name keeps the old one until its next activity.
public struct ActivityAttributes: Hashable, Sendable {
    /// Bytes in JSON that a zone's name may take; a longer one is shortened.
    static let nameLimit = 256

    /// The zone's id as its source spells it; empty where an entry names no zone.
    public var zoneID: ZoneID
    /// The zone's name for people.
    public var zoneName: String

    /// Makes the attributes of a zone and takes its name as it is.
    public init(zoneID: ZoneID, zoneName: String) {
        self.zoneID = zoneID
        self.zoneName = zoneName
    }

    /// The attributes of the zone that `entry` tells of, its name shortened to 256 bytes where it is longer.
    public init(_ entry: NowPlaying) {
        self.init(zoneID: ZoneID(entry.zone?.id ?? ""), zoneName: (entry.zone?.name ?? "").shortened(toJSONBytes: Self.nameLimit))
    }

    /// The attributes as JSON, the keys in the order of the alphabet.
    public var json: JSONValue {
        ["zoneID": .string(zoneID.rawValue), "zoneName": .string(zoneName)]
    }

    /// Reads attributes; unknown keys are passed over.
    ///
    /// - Throws: `wrong` with the path of the first value that cannot be used.
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
    /// Reads attributes from JSON or what is like it.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    /// Writes the attributes as ``json`` has them.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
