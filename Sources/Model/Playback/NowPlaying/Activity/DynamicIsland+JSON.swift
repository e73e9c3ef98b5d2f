import SubdialTimeline

/// The JSON form is `{"presentation": "compact", "id": …}`, with `attached` and `detached` in place of `id` for `minimal`.
extension DynamicIsland: Codable {
    private enum Key: String, CodingKey {
        case presentation, id, attached, detached
    }

    private enum Presentation: String, Codable {
        case none, compact, minimal, expanded
    }

    /// Decodes the format of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        switch try values.decode(Presentation.self, forKey: .presentation) {
        case .none: self = .none
        case .compact: self = .compact(try values.decode(ActivityID.self, forKey: .id))
        case .expanded: self = .expanded(try values.decode(ActivityID.self, forKey: .id))
        case .minimal:
            self = .minimal(
                attached: try values.decode(ActivityID.self, forKey: .attached),
                detached: try values.decode(ActivityID.self, forKey: .detached))
        }
    }

    /// Encodes the presentation and its activities.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .none: try values.encode(Presentation.none, forKey: .presentation)
        case .compact(let id):
            try values.encode(Presentation.compact, forKey: .presentation)
            try values.encode(id, forKey: .id)
        case .expanded(let id):
            try values.encode(Presentation.expanded, forKey: .presentation)
            try values.encode(id, forKey: .id)
        case .minimal(let attached, let detached):
            try values.encode(Presentation.minimal, forKey: .presentation)
            try values.encode(attached, forKey: .attached)
            try values.encode(detached, forKey: .detached)
        }
    }
}
