import HTTP
import JSON
import Playback

/// What `/requests/status.json` says.
struct VLCStatus: Hashable, Sendable {
    var state: PlaybackStatus
    /// nil where nothing is loaded.
    var item: Int?
    /// Whole seconds.
    var time: Double?
    /// Where in the track it is, from 0 to 1.
    var fraction: Double?
    /// Whole seconds; nil where it is not known.
    var length: Double?
    /// 256 is 100 %, and there is no end to it; nil where it is not told.
    var volume: Int?
    /// Seconds of music in a second.
    var rate: Double
    var isRandom: Bool
    /// Whether the playlist begins anew behind its end.
    var isLooping: Bool
    /// Whether the one track is repeated.
    var isRepeating: Bool
    /// What is known of the track, by names in lower case; empty where nothing is.
    var meta: [String: String]
    /// Whether names are written as in XML.
    var escapesText: Bool

    /// - Throws: ``VLCError/malformed(_:)`` where the one field is missing without which all others mean nothing.
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
            let value = Characters.trimmed(escapesText ? VLCText.unescaped(text) : text)
            if !value.isEmpty { meta[member.key.lowercased()] = value }
        }
    }

    /// The loop mode in MPRIS's words.
    var loop: LoopMode { isRepeating ? .track : isLooping ? .playlist : .none }

    /// Whether there is something to tell of.
    var hasItem: Bool { item != nil || !meta.isEmpty }

    /// Seconds into the track, with decimals where they can be told.
    ///
    /// The fraction is exact and the length is not, so that their product may be off by a second, which the whole seconds bound.
    var elapsed: Double? {
        guard let length, let fraction else { return time }
        guard let time else { return length * fraction }
        return min(max(length * fraction, time), time + 0.999)
    }
}

extension JSONValue {
    /// Seconds; nil for what cannot be.
    func seconds(_ key: String) -> Double? {
        self[key]?.number.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil }
    }
}
