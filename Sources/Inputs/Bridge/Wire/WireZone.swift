import SubdialDocuments
import SubdialPlayback

/// A zone in a bridge's response: in the list of zones and in every response about a zone.
struct WireZone: Equatable, Sendable {
    var id: ZoneID
    var name: String?
    var source: String?
    var state: String?
    var volume: VolumeControl?

    /// The volume in the entry of a zone.
    ///
    /// The missing fields depend on the dialect.
    struct VolumeControl: Equatable, Sendable {
        var value: Double?
        var minimum: Double?
        var maximum: Double?
        var step: Double?
        var isMuted: Bool?
        /// True if the entry means decibels, in the form of either dialect.
        var isDecibels: Bool
        var outputID: String?
    }

    /// Returns nil for a value without an id.
    init?(_ json: JSONValue) {
        guard let id = json.text("zone_id").value, !id.isEmpty else { return nil }
        self.id = ZoneID(id)
        name = json.text("zone_name").value.flatMap { $0.isEmpty ? nil : $0 }
        source = json.text("source").value.flatMap { $0.isEmpty ? nil : $0 }
        state = json.text("state").value
        if let control = json["volume_control"], case .object = control { volume = VolumeControl(control) }
    }

    /// Returns the zones of a list; nil if there is no list, or if none of its elements is usable.
    static func list(_ json: JSONValue?) -> [WireZone]? {
        guard case .array(let elements) = json else { return nil }
        let zones = elements.compactMap { WireZone($0) }
        return zones.isEmpty && !elements.isEmpty ? nil : zones
    }
}

extension WireZone.VolumeControl {
    init(_ json: JSONValue) {
        value = json.number("value").value
        minimum = json.number("min").value
        maximum = json.number("max").value
        step = json.number("step").value
        isMuted = json.truth("is_muted").value
        isDecibels = json.text("scale").value == "decibel" || json.text("type").value == "db"
        outputID = json.text("output_id").value
    }
}
