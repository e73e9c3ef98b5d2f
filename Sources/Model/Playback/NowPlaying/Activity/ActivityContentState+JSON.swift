import SubdialDocuments
import SubdialTimeline

extension ActivityContentState {
    /// The state as JSON, with sorted keys; unknown values are omitted.
    public var json: JSONValue {
        var members: [JSONMember] = []
        if let artwork { members.append(JSONMember("artwork", .string(artwork))) }
        if let entry { members.append(JSONMember("entry", entry)) }
        members.append(JSONMember("isPlaying", .bool(isPlaying)))
        if let length { members.append(JSONMember("length", .double(length))) }
        members.append(JSONMember("line1", .string(line1)))
        members.append(JSONMember("line2", .string(line2)))
        if let seekPosition { members.append(JSONMember("seekPosition", .double(seekPosition))) }
        if let volume { members.append(JSONMember("volume", volume.json)) }
        return .object(members)
    }

    /// Reads a state; null members count as absent, and unknown keys are ignored.
    ///
    /// - Throws: `wrong` with the path of the first invalid value; `line1` and `isPlaying` are required.
    public init(_ json: JSONValue) throws(ActivityError) {
        let fields = Fields(value: json, path: "state")
        do throws(EntryError) {
            guard case .object = json else { throw .wrong(path: "state", reason: "an object should stand here, not \(json.kind)") }
            guard let line1 = try fields.text("line1") else {
                throw .wrong(path: "state.line1", reason: "the first line is missing, e.g. the title")
            }
            guard let isPlaying = try fields.truth("isPlaying") else {
                throw .wrong(path: "state.isPlaying", reason: "true or false is missing here")
            }
            self.init(
                line1: line1, line2: try fields.text("line2") ?? "", isPlaying: isPlaying, volume: try Self.volume(fields),
                artwork: try fields.text("artwork"), seekPosition: try fields.number("seekPosition"), length: try fields.number("length"),
                entry: try fields.object("entry")?.value)
        } catch {
            throw ActivityError(error)
        }
    }

    private static func volume(_ fields: Fields) throws(EntryError) -> ActivityVolume? {
        guard let volume = try fields.object("volume") else { return nil }
        return try ActivityVolume(volume)
    }
}

extension ActivityContentState: Codable {
    /// Decodes a state.
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    /// Encodes ``json``; the order of the keys depends on the encoder.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
