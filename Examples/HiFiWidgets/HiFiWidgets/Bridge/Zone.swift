import Foundation

/// A room of the hi-fi, as the bridge lists it.
struct Zone: Hashable, Identifiable, Sendable {
    let id: String
    let name: String
    let isPlaying: Bool
}

extension Zone: Codable {
    private enum CodingKeys: String, CodingKey {
        case id = "zone_id"
        case name = "zone_name"
        case state
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name) ?? id
        isPlaying = try container.decodeIfPresent(String.self, forKey: .state) == "playing"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(isPlaying ? "playing" : "paused", forKey: .state)
    }
}

extension Sequence<Zone> {
    /// The zones by name: a bridge may list them in another order each time.
    var sortedByName: [Zone] {
        sorted {
            switch $0.name.localizedCaseInsensitiveCompare($1.name) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: $0.id < $1.id
            }
        }
    }
}
