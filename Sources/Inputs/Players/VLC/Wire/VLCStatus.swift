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
    private var time: Double?
    /// The position as a fraction of the length, from 0 to 1.
    private var fraction: Double?
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
    private var meta: [String: String]
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

extension VLCStatus {
    /// The current track; nil if nothing is loaded.
    ///
    /// A radio station sends the song separately from its own name, which is then used as the album.
    ///
    /// - Parameter leaf: The playlist entry of the track, used if there is no other title.
    func track(leaf: VLCPlaylist.Leaf?) -> Track? {
        guard hasItem else { return nil }
        let artist = meta["artist"] ?? meta["albumartist"] ?? meta["album_artist"] ?? ""
        if let song = meta["now_playing"] {
            return Track(title: song, artist: artist, album: meta["album"] ?? meta["title"] ?? "", length: length)
        }
        // Path components of a URL are percent-encoded, file names are not.
        let file = meta["filename"].flatMap { MediaAddress.title(of: "/" + $0.percentEncoded) }
        var title = meta["title"] ?? file ?? leaf?.track.title ?? ""
        // Without a title, VLC uses the file name as the title.
        if title == meta["filename"] { title = file ?? title }
        return Track(title: title, artist: artist, album: meta["album"] ?? "", length: length ?? leaf?.length)
    }

    /// The cover; its key is derived from the artwork's URL, or else from the track.
    var artwork: Artwork? {
        guard hasItem else { return nil }
        if let place = meta["artwork_url"] { return Artwork(key: "vlc:" + WideHash(place).text) }
        guard let item else { return nil }
        return Artwork(key: "vlc:\(item):" + WideHash(meta["title"] ?? meta["filename"] ?? "").text)
    }
}

/// The numeric part of a version such as `3.0.24 Vetinari`.
struct VLCVersion: Hashable, Sendable, Comparable {
    private let numbers: [Int]

    init(_ numbers: Int...) {
        self.numbers = numbers
    }

    /// Parses the numbers at the beginning of the text; nil if there are none.
    init?(_ text: String) {
        let head = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let numbers = head.split(separator: ".").compactMap { Int($0) }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// True if this version writes XML entities in names, even in JSON.
    ///
    /// The version decides, since a title may contain a literal `&amp;`: up to 3.0.6 text is unescaped, later versions' text is taken as
    /// is.
    fileprivate var escapesText: Bool { self < VLCVersion(3, 0, 7) }

    static func < (left: VLCVersion, right: VLCVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
