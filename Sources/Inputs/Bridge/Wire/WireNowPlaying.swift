import SubdialBasics
import SubdialDocuments
import SubdialPlayback

/// The response of a bridge about one zone.
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
    /// The controls that the zone permits, as `is_next_allowed` and the like; one dialect has none.
    var allowed: WireAllowed
    /// All zones; nil if the response does not contain them.
    var zones: [WireZone]?
    /// The dialect, if the structure of the response shows it.
    var dialect: BridgeDialect?

    /// Returns nil for a value that is not an object or has no displayable content.
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
        // LMS numbers some of its covers.
        imageKey = WireField(json["image_key"]) { $0.string ?? $0.number.flatMap { Int64(exactly: $0) }.map { "\($0)" } }
        seekPosition = json.number("seek_position")
        length = json.number("length")
        allowed = WireAllowed(
            play: json.truth("is_play_allowed").value, pause: json.truth("is_pause_allowed").value,
            next: json.truth("is_next_allowed").value, previous: json.truth("is_previous_allowed").value)
        zones = WireZone.list(json["zones"])
        dialect = Self.dialect(of: json)
        // A list of zones alone contains nothing about this zone.
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

    /// Returns the zone's entry in the list of zones.
    func entry(for asked: ZoneID) -> WireZone? {
        zones?.first { $0.id == zone ?? asked } ?? zones?.first { $0.id == asked }
    }
}

/// The controls that a bridge says a zone permits; nil where it says nothing.
struct WireAllowed: Equatable, Sendable {
    var play: Bool?
    var pause: Bool?
    var next: Bool?
    var previous: Bool?

    /// The controls that are not permitted; empty if the flags contradict the playback, and are therefore those of another time.
    func refused(whilePlaying isPlaying: Bool?) -> Set<UnavailableControl> {
        if isPlaying == true, pause == false, play == true { return [] }
        if isPlaying == false, pause == true, play == false { return [] }
        var refused: Set<UnavailableControl> = []
        if next == false { refused.insert(.next) }
        if previous == false { refused.insert(.previous) }
        return refused
    }
}

/// A field of a response: a value, null, or missing.
///
/// Null is information ("there is no cover"). A field that is missing or has the wrong type contains no information.
enum WireField<Value> {
    case value(Value)
    case null
    case silent

    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var isSilent: Bool {
        if case .silent = self { true } else { false }
    }

    fileprivate init(_ json: JSONValue?, _ read: (JSONValue) -> Value?) {
        switch json {
        case nil: self = .silent
        case .null: self = .null
        case let json?: self = read(json).map { .value($0) } ?? .silent
        }
    }
}

extension WireField: Sendable where Value: Sendable {}
extension WireField: Equatable where Value: Equatable {}

extension JSONValue {
    func text(_ key: String) -> WireField<String> { WireField(self[key]) { $0.string } }
    /// Returns a number, rounded to remove the noise of a 32-bit float behind the fifth decimal.
    func number(_ key: String) -> WireField<Double> { WireField(self[key]) { $0.number?.withoutFloatNoise } }
    func truth(_ key: String) -> WireField<Bool> { WireField(self[key]) { $0.bool } }
}
