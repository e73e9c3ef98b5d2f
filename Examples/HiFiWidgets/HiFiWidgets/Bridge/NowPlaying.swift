import Foundation

/// The answer of the bridge: what a zone plays.
///
/// Bridges of several generations answer: every property but the zone's may be absent or null.
struct NowPlaying: Sendable {
    let title: String
    let artist: String
    let album: String
    let isPlaying: Bool
    /// Seconds since the start of the track.
    let position: TimeInterval?
    let length: TimeInterval?
    /// Changes when the cover does; nil without a cover.
    let coverKey: String?
    let volume: Volume?
    let zones: [Zone]

    /// True if the zone has a track: without one, bridges send a word of their own as the title.
    var hasTrack: Bool {
        if isPlaying || !artist.isEmpty || !album.isEmpty || coverKey != nil { return true }
        return !["", "Idle", "No track", "Unknown zone"].contains(title) && !zones.contains { $0.name == title }
    }
}

extension NowPlaying: Decodable {
    private enum CodingKeys: String, CodingKey {
        case title = "line1"
        case artist = "line2"
        case album = "line3"
        case isPlaying = "is_playing"
        case position = "seek_position"
        case length
        case coverKey = "image_key"
        case zones
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
        artist = try container.decodeIfPresent(String.self, forKey: .artist) ?? ""
        album = try container.decodeIfPresent(String.self, forKey: .album) ?? ""
        isPlaying = try container.decodeIfPresent(Bool.self, forKey: .isPlaying) ?? false
        position = try container.decodeIfPresent(Double.self, forKey: .position)
        length = try container.decodeIfPresent(Double.self, forKey: .length)
        coverKey = try container.decodeIfPresent(String.self, forKey: .coverKey)
        zones = try container.decodeIfPresent([Zone].self, forKey: .zones) ?? []
        volume = try Volume(from: decoder).nonFixed
    }
}

/// The volume of a zone, in the zone's own scale.
struct Volume: Hashable, Sendable {
    let value: Double?
    let range: ClosedRange<Double>
    let isDecibels: Bool

    /// Nil if the zone has no volume that a picture can show.
    fileprivate var nonFixed: Volume? { value == nil || range.lowerBound == range.upperBound ? nil : self }

    var fraction: Double {
        guard let value, range.upperBound > range.lowerBound else { return 0 }
        return min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    }
}

extension Volume: Decodable {
    private enum CodingKeys: String, CodingKey {
        case value = "volume"
        case type = "volume_type"
        case minimum = "volume_min"
        case maximum = "volume_max"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decodeIfPresent(String.self, forKey: .type)
        let minimum = try container.decodeIfPresent(Double.self, forKey: .minimum) ?? 0
        let maximum = try container.decodeIfPresent(Double.self, forKey: .maximum) ?? 0
        range = minimum...max(minimum, maximum)
        isDecibels = type == "db"
        value = type == "db" || type == "number" ? try container.decodeIfPresent(Double.self, forKey: .value) : nil
    }
}
