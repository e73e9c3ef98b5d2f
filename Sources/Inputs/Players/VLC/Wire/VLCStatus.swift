import SubdialBasics
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// The contents of `/requests/status.json`.
struct VLCStatus: Hashable, Sendable {
    var state: PlaybackStatus
    /// The playlist id of the current track; nil if nothing is loaded.
    var item: Int?
    /// The position in whole seconds.
    var time: Double?
    /// The position as a fraction of the length, from 0 to 1.
    var fraction: Double?
    /// The duration in whole seconds; nil if unknown.
    var length: Double?
    /// The raw volume: 256 is 100 %, without an upper limit in VLC; nil if unknown.
    var volume: Int?
    /// The playback rate, 1 for normal speed.
    var rate: Double
    var isRandom: Bool
    /// True if the playlist repeats.
    var isLooping: Bool
    /// True if the current track repeats.
    var isRepeating: Bool
    /// The track's metadata by lower-case keys; empty if there is none.
    var meta: [String: String]
    /// True if names contain XML entities.
    var escapesText: Bool

    /// - Throws: ``VLCError/malformed(_:)`` if the required field `state` is missing.
    init(_ json: JSONValue) throws(VLCError) {
        guard case .object = json else { throw .malformed("\(json.kind) where VLC tells what it plays") }
        guard let word = json["state"]?.string else { throw .malformed("nothing in it tells what VLC does") }
        state = PlaybackStatus(word: word)
        item = json["currentplid"]?.number.flatMap { Int(exactly: $0) }.flatMap { $0 < 0 ? nil : $0 }
        time = json.seconds("time")
        fraction = json["position"]?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        length = json.seconds("length").flatMap { $0 > 0 ? $0 : nil }
        volume = json["volume"]?.number.flatMap { (0...65536).contains($0) ? Int(saturating: $0.rounded()) : nil }
        rate = json["rate"]?.number.flatMap { $0 > 0 && $0 <= 64 ? $0 : nil } ?? 1
        isRandom = json["random"]?.bool ?? false
        isLooping = json["loop"]?.bool ?? false
        isRepeating = json["repeat"]?.bool ?? false
        let escapesText = json["version"]?.string.flatMap { VLCVersion($0) }?.escapesText ?? false
        self.escapesText = escapesText
        meta = [:]
        guard case .object(let members)? = json["information"]?["category"]?["meta"] else { return }
        for member in members {
            guard let text = member.value.string else { continue }
            let value = (escapesText ? VLCText.unescaped(text) : text).trimmed()
            if !value.isEmpty { meta[member.key.lowercased()] = value }
        }
    }

    /// The loop mode as MPRIS defines it.
    var loop: LoopMode { isRepeating ? .track : isLooping ? .playlist : .none }

    /// True if a track is loaded.
    var hasItem: Bool { item != nil || !meta.isEmpty }

    /// The seconds into the track, with a fraction if it can be computed.
    ///
    /// The fraction is exact but the length is rounded, so that their product may be off by a second; the whole seconds bound it.
    var elapsed: Double? {
        guard let length, let fraction else { return time }
        guard let time else { return length * fraction }
        return min(max(length * fraction, time), time + 0.999)
    }
}

extension JSONValue {
    /// A number of seconds; nil if it is not a valid one.
    func seconds(_ key: String) -> Double? {
        self[key]?.number.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil }
    }
}
