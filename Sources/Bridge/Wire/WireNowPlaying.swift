import JSON
import Playback

/// What a bridge answers when it is asked for one zone.
struct WireNowPlaying: Sendable {
    var zone: ZoneID?
    /// Title, artist, album.
    var lines: [WireField<String>]
    var isPlaying: Bool?
    var volume: WireField<Double>
    var volumeType: WireField<String>
    var volumeMinimum: Double?
    var volumeMaximum: Double?
    var volumeStep: Double?
    var imageKey: WireField<String>
    /// Whole seconds.
    var seekPosition: WireField<Double>
    /// Whole seconds.
    var length: WireField<Double>
    /// All zones; nil where they were not told.
    var zones: [WireZone]?
    /// As far as the answer's own shape tells it.
    var dialect: BridgeDialect?

    /// nil for what is no object, or has nothing in it that could be shown.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        zone = json.text("zone_id").value.map { ZoneID($0) }
        lines = [json.text("line1"), json.text("line2"), json.text("line3")]
        isPlaying = json.truth("is_playing").value
        volume = json.number("volume")
        volumeType = json.text("volume_type")
        volumeMinimum = json.number("volume_min").value
        volumeMaximum = json.number("volume_max").value
        volumeStep = json.number("volume_step").value
        imageKey = json.text("image_key")
        seekPosition = json.number("seek_position")
        length = json.number("length")
        zones = WireZone.list(json["zones"])
        dialect = Self.dialect(of: json)
        // The picker's list alone tells nothing about this zone.
        guard lines[0].value != nil || isPlaying != nil || volume.value != nil else { return nil }
    }

    private static func dialect(of json: JSONValue) -> BridgeDialect? {
        if json["is_play_allowed"] != nil { return .rust }
        switch json.text("image_url").value {
        case let path? where path.hasPrefix("/knob/"): return .rust
        case let path? where path.hasPrefix("/now_playing"): return .node
        default: return nil
        }
    }

    /// The zone's own entry among the zones.
    func entry(for asked: ZoneID) -> WireZone? {
        zones?.first { $0.id == zone ?? asked } ?? zones?.first { $0.id == asked }
    }
}
