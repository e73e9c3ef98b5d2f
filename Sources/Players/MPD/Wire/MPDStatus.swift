import Playback

/// What the daemon says about its player.
struct MPDStatus: Hashable, Sendable {
    var state: PlaybackStatus
    /// 0 to 100; nil where there is no mixer.
    var volume: Int?
    /// The current song's place in the queue.
    var song: Int?
    /// The place of the song that comes after it.
    var nextSong: Int?
    var queueLength: Int
    var elapsed: Double?
    var length: Double?
    var isRandom: Bool
    var isRepeating: Bool
    /// Whether playback stops behind the current song, or repeats it.
    var isSingle: Bool

    /// - Throws: ``MPDError/malformed(_:)`` where the one field is missing without which all others mean nothing.
    init(_ answer: MPDAnswer) throws(MPDError) {
        switch answer["state"] {
        case "play": state = .playing
        case "pause": state = .paused
        case "stop": state = .stopped
        case nil: throw .malformed("nothing in it tells what the player does")
        default: state = .unknown
        }
        // Older daemons say -1 where newer ones say nothing.
        volume = answer["volume"].flatMap { Int($0) }.flatMap { (0...100).contains($0) ? $0 : nil }
        song = answer.place("song")
        nextSong = answer.place("nextsong")
        queueLength = answer.place("playlistlength") ?? 0
        let time = answer["time"]?.split(separator: ":", maxSplits: 1)
        elapsed = answer.seconds("elapsed") ?? time?.first.flatMap { MPDAnswer.seconds(String($0)) }
        length = (answer.seconds("duration") ?? time?.last.flatMap { MPDAnswer.seconds(String($0)) }).flatMap { $0 > 0 ? $0 : nil }
        isRandom = answer["random"] == "1"
        isRepeating = answer["repeat"] == "1"
        isSingle = answer["single"].map { $0 != "0" } ?? false
    }

    /// The loop mode in MPRIS's words.
    var loop: LoopMode { isRepeating ? isSingle ? .track : .playlist : .none }

    /// Where in the queue the tracks stand that will come after the current song, in parts, the next first.
    ///
    /// - Parameter limit: How many to name at most.
    func upcoming(limit: Int) -> [Range<Int>] {
        guard limit > 0, queueLength > 0, !(isSingle && song != nil) else { return [] }
        // What comes after the next one is decided when its time comes.
        if isRandom { return nextSong.map { [$0..<($0 + 1)] } ?? [] }
        let start = song.map { $0 + 1 } ?? 0
        let ahead = start..<max(start, min(start + limit, queueLength))
        var parts = [ahead]
        if isRepeating, let song { parts.append(0..<min(limit - ahead.count, song, queueLength)) }
        return parts.filter { !$0.isEmpty }
    }
}

extension MPDAnswer {
    /// A place in the queue, or a number of places; nil for what is none.
    func place(_ key: String) -> Int? {
        self[key].flatMap { Int($0) }.flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
    }

    /// Seconds; nil for what cannot be.
    func seconds(_ key: String) -> Double? {
        self[key].flatMap { Self.seconds($0) }
    }

    static func seconds(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite && $0 >= 0 && $0 < 1e9 ? $0 : nil }
    }
}
